// Which functions the long tasks of the main thread spend their time in: a trace for the tasks, a profile for the rest.
import { writeFileSync } from 'node:fs';

/** Tasks shorter than this, in ms, are not reported. */
const SHORTEST = 30;

/** Runs `work` under trace and profiler, prints the longest tasks with their functions, and returns its result. */
export async function profiled(page, work, folder) {
  const browser = page.context().browser();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'],
  });
  await session.send('Profiler.start');
  const result = await work();
  const { profile } = await session.send('Profiler.stop');
  const trace = JSON.parse((await browser.stopTracing()).toString());
  writeFileSync(`${folder}/profile.cpuprofile`, JSON.stringify(profile));
  report(trace.traceEvents, profile);
  return result;
}

function report(events, profile) {
  const times = sampleTimes(profile);
  const first = times[0];
  const last = times.at(-1);
  const mains = new Set(
    events
      .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
      .map((e) => `${e.pid} ${e.tid}`),
  );
  const tasks = events
    .filter(
      (e) =>
        /RunTask$/.test(e.name) &&
        e.ph === 'X' &&
        mains.has(`${e.pid} ${e.tid}`) &&
        e.dur > SHORTEST * 1000 &&
        e.ts > first &&
        e.ts < last,
    )
    .sort((a, b) => b.dur - a.dur);
  const seen = new Set();
  for (const { ts, dur, tdur } of tasks) {
    if (seen.has(Math.round(ts / 2000))) continue;
    seen.add(Math.round(ts / 2000));
    console.log(
      `  task at +${((ts - first) / 1000).toFixed(0)} ms: ${(dur / 1000).toFixed(0)} ms, cpu ${((tdur ?? 0) / 1000).toFixed(0)} ms`,
    );
    for (const [name, time] of inclusive(profile, times, ts, ts + dur).slice(0, 14))
      console.log(`    ${(time / 1000).toFixed(0).padStart(6)} ms  ${name}`);
    if (seen.size >= 14) break;
  }
}

function sampleTimes({ startTime, timeDeltas }) {
  let at = startTime;
  return timeDeltas.map((delta) => (at += delta));
}

/** Time of each function with all it called, between two times, largest first. */
function inclusive({ nodes, samples, timeDeltas }, times, from, to) {
  const parents = new Map();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const sums = new Map();
  samples.forEach((id, i) => {
    if (times[i] < from || times[i] > to) return;
    const names = new Set();
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const { functionName, lineNumber } = byId.get(at).callFrame;
      names.add(`${functionName || '(anonymous)'}:${lineNumber + 1}`);
    }
    for (const name of names) sums.set(name, (sums.get(name) ?? 0) + (timeDeltas[i + 1] ?? 0));
  });
  return [...sums].filter(([name]) => !/^\((root|program)\)/.test(name)).sort((a, b) => b[1] - a[1]);
}
