// Which functions the long tasks of the main thread spend their time in: a trace for the tasks, a profile for the rest.
/** Tasks of this length, in ms, are too long. */
export const LONGEST = 50;

/**
 * Runs `work` and tells the main thread's tasks over `LONGEST`: when they began, in ms after the start, how long they
 * took, and how much of that the processor worked on them (the rest they waited for it). With `functions`, the built
 * app runs under a profiler too, which slows it, and the functions of each long task are printed.
 */
export async function tasksOf(page, work, functions) {
  const browser = page.context().browser();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] });
  await page.evaluate(() => performance.mark('bench begins'));
  if (functions) await session.send('Profiler.start');
  const result = await work();
  const profile = functions ? (await session.send('Profiler.stop')).profile : null;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await session.detach();
  const tasks = longTasks(traceEvents);
  if (profile) report(tasks, profile);
  return { result, tasks };
}

function longTasks(events) {
  const mains = new Set(
    events
      .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
      .map((e) => `${e.pid} ${e.tid}`),
  );
  const begin = events.find((e) => e.name === 'bench begins')?.ts ?? 0;
  return events
    .filter(
      (e) =>
        e.ts > begin && /RunTask$/.test(e.name) && mains.has(`${e.pid} ${e.tid}`) && e.dur > LONGEST * 1000,
    )
    .map(({ ts, dur, tdur = 0 }) => ({ ts, wall: dur / 1000, cpu: tdur / 1000 }));
}

function report(tasks, profile) {
  const times = sampleTimes(profile);
  for (const { ts, wall, cpu } of tasks.toSorted((a, b) => b.cpu - a.cpu).slice(0, 12)) {
    const at = (ts - times[0]) / 1000;
    console.log(`  task at +${at.toFixed(0)} ms: ${wall.toFixed(0)} ms, processor ${cpu.toFixed(0)} ms`);
    for (const [name, time] of inclusive(profile, times, ts, ts + wall * 1000).slice(0, 14))
      console.log(`    ${(time / 1000).toFixed(0).padStart(6)} ms  ${name}`);
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
