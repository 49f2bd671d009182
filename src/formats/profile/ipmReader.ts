import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass, LineReader, Sample, Sink } from '../format';
import { summaryFaults, type Task } from './ipmTask';
import { decimal, PERF, READ, REGION_TIMES, ROUNDED, SENDS, SKIPPED, startOf, whole } from './ipmWords';
import { numbersOf } from './programArguments';
import { type XmlTag, XmlLines } from '../text/xmlTags';

/** Reads the log of IPM, task by task. */
export class IpmReader implements LineReader {
  private readonly xml: XmlLines;
  private run: number | null = null;
  private open = false;
  private size: number | null = null;
  private program: string | null = null;
  private profile: number | null = null;
  private traffic: number | null = null;
  /** Series of the regions by label. */
  private regions = new Map<string, number>();
  private task: Task | null = null;
  private element: XmlTag | null = null;
  /** Line on which it stands. */
  private elementLine = 0;
  private words = '';
  private number = 0;
  private kind: LineClass = 'skipped';
  private tasks = 0;
  private anyLog = false;
  private toldPartner = false;

  private started: string | null;

  constructor(
    private readonly sink: Sink,
    sample: Sample,
  ) {
    this.started = startOf(sample);
    this.xml = new XmlLines({
      tag: (tag) => this.tag(tag),
      text: (text) => (this.words += this.words.length < 4096 ? text : ''),
      declaration: () =>
        sink.problem(
          this.number,
          'The file declares a document type: entities that it defines are not put in, so texts that use them are left as they are.',
        ),
    });
  }

  line(text: string, number: number): LineClass {
    this.number = number;
    this.kind = 'skipped';
    this.xml.line(text);
    return this.kind;
  }

  end(): void {
    if (this.run === null) return;
    if (this.task) this.endTask(false);
    if (this.open)
      this.sink.status(
        this.run,
        'partial',
        `The log ends after ${this.tasks} of ${this.size ?? 'its'} tasks: the file is cut, or the job ended before IPM had written it.`,
      );
    this.close();
  }

  private tag(tag: XmlTag): void {
    const { name } = tag;
    if (READ.has(name)) this.saw('understood');
    else if (!SKIPPED.has(name)) this.saw('unknown');
    if (tag.kind !== 'end') {
      this.element = tag;
      this.elementLine = this.number;
      this.words = '';
      this.begin(tag);
    }
    if (tag.kind !== 'start') {
      const opened = this.element?.name === name ? this.element : null;
      this.finish(name, opened);
      this.element = null;
    }
  }

  private saw(kind: LineClass): void {
    if (this.kind !== 'unknown') this.kind = kind;
  }

  private begin(tag: XmlTag): void {
    switch (tag.name) {
      case 'ipm_job_profile':
        if (this.open) this.end();
        this.begins();
        break;
      case 'task':
        if (this.task) this.endTask(false);
        this.beginTask(tag);
        break;
      case 'job':
        this.job(tag);
        break;
      case 'perf':
        this.perf(tag);
        break;
      case 'region':
        this.region(tag);
        break;
    }
  }

  private finish(name: string, opened: XmlTag | null): void {
    const words = this.words.trim();
    if (name === 'host' && this.task && this.run !== null)
      this.sink.rank(this.run, this.task.rank, words === '' ? null : this.sink.host(words), null);
    else if (name === 'cmdline') this.command(words);
    else if (name === 'func' && opened) this.func(opened, words);
    else if (name === 'hent' && opened) this.hent(opened, words);
    else if (name === 'region' && this.task) this.task.region = null;
    else if (name === 'task' && this.task) this.endTask(true);
    else if (name === 'ipm_job_profile') {
      this.open = false;
      this.close();
    }
  }

  private begins(): number {
    this.open = true;
    this.run = this.sink.run({ kind: 'measured', line: this.number, started: this.started });
    this.started = null;
    this.size = this.program = this.profile = this.traffic = null;
    this.regions = new Map();
    this.tasks = 0;
    this.anyLog = false;
    return this.run;
  }

  private beginTask(tag: XmlTag): void {
    const run = this.run ?? this.begins();
    const rank = whole(tag.attribute('mpi_rank'));
    if (rank === null) {
      this.sink.problem(this.number, 'This task has no rank: it is passed over.');
      return;
    }
    const size = whole(tag.attribute('mpi_size'));
    if (size !== null && this.size === null) {
      this.size = size;
      this.sink.condition(run, KEY.ranks, String(size));
    }
    this.task = {
      rank,
      line: this.number,
      regions: new Map(),
      region: null,
      funcs: [],
      logged: false,
      sums: new Map(),
    };
  }

  private job(tag: XmlTag): void {
    if (this.run === null || this.tasks > 0) return;
    const hosts = whole(tag.attribute('nhosts'));
    if (hosts !== null && hosts > 0) this.sink.condition(this.run, KEY.nodes, String(hosts));
    const ranks = whole(tag.attribute('ntasks'));
    if (ranks !== null && this.size === null) {
      this.size = ranks;
      this.sink.condition(this.run, KEY.ranks, String(ranks));
    }
  }

  private command(words: string): void {
    if (this.run === null || this.program !== null) return;
    const name = /^[^\s]*?([\w.+-]+)(?:\s|$)/.exec(words)?.[1];
    if (name === undefined || name === 'unknown') return;
    this.program = name;
    this.sink.condition(this.run, CONTENT_KEY.program, name);
    const numbers = numbersOf(words);
    if (numbers !== '') this.sink.condition(this.run, CONTENT_KEY.arguments, numbers);
  }

  private perf(tag: XmlTag): void {
    if (!this.task) return;
    for (const [attribute, key, unit, factor] of PERF) {
      const value = decimal(tag.attribute(attribute));
      if (value !== null)
        this.sink.rankProfile(this.profileSeries(), this.task.rank, key, value * factor, unit, this.number);
    }
  }

  private region(tag: XmlTag): void {
    if (!this.task) return;
    const label = tag.attribute('label') ?? '';
    const id = tag.attribute('id') ?? String(this.task.regions.size);
    this.task.regions.set(id, label);
    this.task.region = label;
    for (const [attribute, key] of REGION_TIMES) {
      const value = decimal(tag.attribute(attribute));
      if (value !== null)
        this.sink.rankProfile(this.regionSeries(label), this.task.rank, key, value, 's', this.number);
    }
  }

  private func(tag: XmlTag, words: string): void {
    const [name, count, seconds] = [tag.attribute('name'), decimal(tag.attribute('count')), decimal(words)];
    if (!this.task || name === null || count === null || seconds === null)
      return this.odd(tag, { name, count }, words);
    this.task.funcs.push({
      region: this.task.region,
      name,
      count,
      bytes: decimal(tag.attribute('bytes')),
      seconds,
      line: this.number,
    });
  }

  private hent(tag: XmlTag, words: string): void {
    const { task } = this;
    const call = tag.attribute('call');
    const bytes = decimal(tag.attribute('bytes'));
    const count = decimal(tag.attribute('count'));
    const [total, least, most] = words.split(/\s+/).map(decimal);
    if (!task || call === null || bytes === null || count === null || total === undefined || total === null)
      return this.odd(tag, { call, bytes, count }, words);
    task.logged = this.anyLog = true;
    task.sums.set(call, (task.sums.get(call) ?? 0) + bytes * count);
    const region = task.regions.get(tag.attribute('region') ?? '') ?? null;
    const { rank } = task;
    this.sink.mpiCall(
      this.profileSeries(),
      {
        rank,
        region,
        call,
        bytes,
        count,
        seconds: total,
        minSeconds: least ?? null,
        maxSeconds: most ?? null,
      },
      this.number,
    );
    if (!SENDS.has(call)) return;
    const partner = whole(tag.attribute('orank'));
    if (partner === null || (this.size !== null && partner >= this.size)) {
      if (!this.toldPartner)
        this.sink.problem(
          this.number,
          'This send names no rank of the job as its receiver (no process, or any): it is in the call table and not in the matrix. Told once.',
        );
      this.toldPartner = true;
      return;
    }
    this.sink.traffic(
      this.trafficSeries(),
      {
        source: rank,
        destination: partner,
        call,
        region,
        bytes: bytes * count,
        messages: count,
        seconds: total,
      },
      this.number,
    );
  }

  private endTask(whole: boolean): void {
    const { task } = this;
    this.task = null;
    if (!task) return;
    if (!whole) {
      if (task.logged || task.funcs.length > 0)
        this.sink.problem(task.line, `The task of rank ${task.rank} is cut: its numbers are not all there.`);
      if (this.run !== null)
        this.sink.status(this.run, 'partial', `The task of rank ${task.rank} is cut short in the file.`);
    } else this.tasks++;
    if (!task.logged)
      for (const { region, name, count, seconds, line } of task.funcs)
        this.sink.mpiCall(
          this.profileSeries(),
          {
            rank: task.rank,
            region,
            call: name,
            bytes: null,
            count,
            seconds,
            minSeconds: null,
            maxSeconds: null,
          },
          line,
        );
    else if (whole) for (const fault of summaryFaults(task)) this.sink.problem(this.number, fault);
  }

  /** What is said of the run when its last line is read. */
  private close(): void {
    if (this.run === null) return;
    if (!this.anyLog && this.profile !== null)
      this.sink.problem(
        0,
        'This log is terse: it has no <hash> entries, so it does not say who sent to whom and there is no matrix. Run the program with IPM_LOG=full.',
      );
    if (!this.open && this.size !== null && this.tasks < this.size)
      this.sink.status(
        this.run,
        'partial',
        `The log has ${this.tasks} of ${this.size} tasks: the other ranks wrote nothing.`,
      );
    this.run = null;
  }

  /** Passes an element over and tells what of it is not as IPM writes it; `read` = its attributes, null = not read. */
  private odd(tag: XmlTag, read: Readonly<Record<string, string | number | null>>, words: string): void {
    this.saw('unknown');
    const wrong = Object.keys(read).find((attribute) => read[attribute] === null);
    const printed = wrong === undefined ? words : tag.attribute(wrong);
    const what = !this.task
      ? 'it stands in no task'
      : wrong === undefined
        ? `it holds “${words.slice(0, 40)}” in place of a number of seconds`
        : printed === null
          ? `it has no attribute “${wrong}”`
          : `its attribute “${wrong}” is “${printed.slice(0, 40)}”, no number`;
    const column = tag.column(wrong ?? '');
    const place = column === null ? '' : `Column ${column}: `;
    this.sink.problem(this.elementLine, `${place}<${tag.name}> is passed over, ${what}.`);
  }

  private profileSeries(): number {
    this.profile ??= this.beginSeries('profile', {});
    return this.profile;
  }

  private trafficSeries(): number {
    this.traffic ??= this.beginSeries('communication', { sizes: ROUNDED });
    return this.traffic;
  }

  private regionSeries(label: string): number {
    const series = this.regions.get(label) ?? this.beginSeries('region', { region: label });
    this.regions.set(label, series);
    return series;
  }

  private beginSeries(metric: string, params: Record<string, string>): number {
    return this.sink.series({
      run: this.run ?? this.begins(),
      benchmark: this.program ?? 'application',
      metric,
      better: 'none',
      unit: 'B',
      printedUnit: 'B',
      factor: 1,
      params,
    });
  }
}
