import type { LineClass } from '../format';

/** What a title line says. */
export interface ImbTitle {
  version: string;
  /** Name of the program: `IMB-MPI1`. */
  program: string;
}

const TITLE =
  /^#\s+Intel ?\(R\) MPI Benchmark(?:s| Suite) V?([^,]{1,40}), (MPI-1|MPI-2|MPI-IO|MPI-NBC|MPI-RMA|MT|IMB-P2P) part\s*(\(GPU\))?/;
const PROGRAMS: Readonly<Record<string, string>> = {
  'MPI-1': 'IMB-MPI1',
  'MPI-2': 'IMB-EXT',
  'MPI-IO': 'IMB-IO',
  'MPI-NBC': 'IMB-NBC',
  'MPI-RMA': 'IMB-RMA',
  MT: 'IMB-MT',
  'IMB-P2P': 'IMB-P2P',
};

/** Reads a title line: `#    Intel(R) MPI Benchmarks 2019 Update 6, MPI-1 part`. */
export function readTitle(line: string): ImbTitle | null {
  const match = TITLE.exec(line);
  if (!match) return null;
  const program = PROGRAMS[match[2] ?? ''] ?? '';
  return { version: match[1] ?? '', program: match[3] ? `${program}-GPU` : program };
}

/** The line that begins a table: `# Benchmarking Stencil2D (2 x 4)`. */
export const BLOCK = /^#\s*Benchmarking (\S{1,60})(?: \((\d+(?: x \d+)*)\))?\s*$/;

/** First lines of help texts and of `-list`. */
export const HELP = /^#?\s*Usage: IMB-\w+ \[-help\]|^List of benchmarks:\s*$/;

const DATATYPE = 'MPI_Datatype';
const REDUCED = 'MPI_Datatype for reductions';
const OPERATION = 'MPI_Op';
const TYPE = new RegExp(`^#\\s*(${REDUCED}|${DATATYPE}|${OPERATION})\\s*:\\s*(MPI_\\w{1,40})\\s*$`);

/** Options of the command that make another measurement of it, and the parameter each becomes. */
const OPTIONS: Readonly<Record<string, string>> = {
  off_cache: 'off cache',
  map: 'map',
  root_shift: 'root shift',
  window_size: 'window',
};

const PLAIN =
  /^#\s*(?:(?:Date|Machine|System|Release|Version|MPI Version)\s*:|MPI Thread Environment:|M(?:in|ax)imum (?:message length|io portion) in bytes:|(?:Message|IO) lengths were user defined|New default behavior from Version|the number of iterations per message size is|dynamically when a certain run time|is expected to be exceeded\.|"SECS_PER_SAMPLE"|or through the flag|For nonblocking benchmarks:|Function CPU_Exploit obtains|performance of\s|!! |Got \d+ Info-keys|\w+ = ")/;

/** Reads the lines between the title of a program and its first table. Paths and arguments stay behind. */
export class ImbHead {
  private part: 'call' | 'list' | null = null;
  private readonly settings = new Map<string, string>();

  /** The class of a line, or null when it is not of a head. */
  line(text: string): LineClass | null {
    if (!text.startsWith('#')) return null;
    if (/^#\s*$/.test(text)) return 'skipped';
    if (/^#\s*Calling sequence was:/.test(text)) {
      this.part = 'call';
      return 'understood';
    }
    if (/^#\s*List of Benchmarks to run:/.test(text)) {
      this.part = 'list';
      return 'understood';
    }
    const type = TYPE.exec(text);
    if (type) {
      this.part = null;
      this.settings.set(type[1] ?? '', type[2] ?? '');
      return 'understood';
    }
    if (PLAIN.test(text)) {
      this.part = null;
      return 'skipped';
    }
    if (this.part === 'call') {
      for (const [, name = '', value = ''] of text.matchAll(/\s-(\w+)\s+([\w.,:-]{1,30})(?=\s|$)/g))
        this.settings.set(name, value);
      return 'understood';
    }
    return this.part === 'list' && /^#\s*[\w()-]+\s*$/.test(text) ? 'skipped' : null;
  }

  /**
   * Parameters of a benchmark that the head gives. What every version uses without saying so (`MPI_BYTE`, `MPI_FLOAT`
   * in reductions, `MPI_SUM`) is none; the window is one only of Uniband and Biband.
   */
  params(benchmark: string): Record<string, string> {
    const params: Record<string, string> = {};
    const reduces = /reduce|accumulate/i.test(benchmark);
    const datatype = this.settings.get(reduces ? REDUCED : DATATYPE);
    const operation = reduces ? this.settings.get(OPERATION) : undefined;
    if (datatype && datatype !== (reduces ? 'MPI_FLOAT' : 'MPI_BYTE')) params['datatype'] = datatype;
    if (operation && operation !== 'MPI_SUM') params['redop'] = operation;
    for (const [option, param] of Object.entries(OPTIONS)) {
      const value = this.settings.get(option);
      if (value !== undefined && (option !== 'window_size' || /band$/i.test(benchmark)))
        params[param] = value;
    }
    return params;
  }
}
