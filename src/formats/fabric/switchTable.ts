import type { Sink } from '../format';

/** Output ports of one switch by LID, while its rows are read. */
export class SwitchTable {
  private ports = new Uint16Array(1024);
  private top = -1;
  /** Rows so far, also those without a port. */
  rows = 0;
  private entries = 0;

  constructor(
    readonly guid: string,
    private readonly line: number,
  ) {}

  /** One row; `port` 0 = the switch itself or no route. False where the LID was given before with another port. */
  set(lid: number, port: number): boolean {
    this.rows++;
    if (lid >= this.ports.length) {
      const grown = new Uint16Array(Math.max(lid + 1, 2 * this.ports.length));
      grown.set(this.ports);
      this.ports = grown;
    }
    const before = this.ports[lid] ?? 0;
    if (before === 0 && port > 0) this.entries++;
    if (before === 0) this.ports[lid] = port;
    this.top = Math.max(this.top, lid);
    return before === 0 || before === port;
  }

  /** Largest LID with a row; -1 without rows. */
  get last(): number {
    return this.top;
  }

  /** Whether the LID has a port. */
  has(lid: number): boolean {
    return (this.ports[lid] ?? 0) > 0;
  }

  give(sink: Sink): void {
    const { guid, entries, line } = this;
    sink.forwarding({ guid, ports: this.ports.slice(0, this.top + 1), entries, line });
  }
}
