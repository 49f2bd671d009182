import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { inTransaction, query } from './connection';
import { findExperiments } from './experiments';
import { Engine, EngineDied, QueryCancelled, type Reader, type Row } from './engine';
import { forgetKept, keeping, loadKept, storeKept, type Keeping } from './keep';
import { mergeTables } from './merge';
import { placeHosts } from './placement';
import { dropLostCorrections, mustBeRead, removeFiles, type LoadedFile } from './remove';
import type { ImportProgress } from './importRun';
import type { ExplainedTable, ImportFile, ImportReport, OpenContainer } from './messages';
import { openInWorker, packInWorker } from './packing';
import { SCHEMA } from './schema';
import { joinedRules, RULES_LIMIT, type IdentityRule } from '../compare/identity/rules';
import { emptyStudy, lastMappings, type Study } from './study';
import { TABLES, type TableName } from './tables';

/** What an import left behind. `cancelled` imports leave everything as it was. */
export interface ImportOutcome {
  cancelled: boolean;
  reports: ImportReport[];
  /** Corrections that were dropped, for their runs are not what they were. */
  corrections: number;
}

/** Listeners of a workspace. */
export interface WorkspaceEvents {
  /** The engine died and was started again with the data of the last snapshot; `lost` when acts came after it. */
  restarted: (lost: boolean) => void;
  /** Keeping the work between visits failed; a sentence. */
  keepFailed: (text: string) => void;
}

/**
 * The work of this tab: the engine with its data, the study, and what is kept between visits. Acts that change
 * data run one after the other.
 */
export class Workspace {
  study: Study = emptyStudy();
  /** Whether there was work of the last visit to open. */
  reopened = false;
  /** Whether the work is kept between visits. */
  keeping: Keeping = { kept: false, why: '' };
  private engine!: Engine;
  /** The work as of the last finished act: what a restart and the next visit begin with. */
  private snapshot: Blob | null = null;
  private acts: Promise<unknown> = Promise.resolve();
  /** Acts that changed data so far, and how many of them the snapshot holds. */
  private changes = 0;
  private packed = 0;
  private packing: Promise<void> | null = null;
  private keepingNow: Promise<void> = Promise.resolve();
  /** Changes of which the last snapshot was to be, whether it came about or not. */
  private tried = 0;
  private restarting: Promise<void> | null = null;
  /** The engine that was ended on purpose: its end is no accident. */
  private retired: Engine | null = null;

  private constructor(private readonly events: WorkspaceEvents) {}

  /**
   * Starts the engine and opens the work of the last visit, if any. `apart`: a sentence why this work has nothing to do with
   * that of the last visit, or null. Rejects with a sentence.
   */
  static async open(events: WorkspaceEvents, apart: string | null): Promise<Workspace> {
    const workspace = new Workspace(events);
    const [, keeps, kept] = await Promise.all([
      workspace.startEngine(),
      apart === null ? keeping() : { kept: false as const, why: apart },
      apart === null ? loadKept() : null,
    ]);
    workspace.keeping = keeps;
    if (kept) {
      workspace.reopened = true;
      try {
        await workspace.merge(await openInWorker(kept));
        workspace.snapshot = kept.slice();
      } catch (error) {
        events.keepFailed(
          `The work of the last visit could not be opened (${error instanceof Error ? error.message : String(error)}). It stays stored until you import something or press Forget.`,
        );
      }
    }
    return workspace;
  }

  private async startEngine(): Promise<void> {
    const { boot } = await import('./boot');
    const booted = await boot();
    const engine = new Engine(booted);
    this.engine = engine;
    await engine.withConnection((connection) => connection.query(SCHEMA));
    void booted.died
      .then(() => (engine === this.retired ? undefined : this.revive()))
      .catch((error: unknown) =>
        this.events.keepFailed(
          `The database engine has stopped and could not be started again (${error instanceof Error ? error.message : String(error)}). Reload the page.`,
        ),
      );
  }

  private revive(): Promise<void> {
    this.restarting ??= this.restart().finally(() => (this.restarting = null));
    return this.restarting;
  }

  private async restart(): Promise<void> {
    await this.startEngine();
    await this.packing?.catch(() => undefined);
    if (this.snapshot) await this.merge(await openInWorker(this.snapshot));
    const lost = this.changes > this.packed;
    this.packed = this.changes;
    this.events.restarted(lost);
  }

  /** All rows of a query; waits for an engine that is being started again, and asks once more if it died. */
  async rows(sql: string, signal?: AbortSignal): Promise<Row[]> {
    await this.restarting;
    try {
      return await this.engine.rows(sql, signal);
    } catch (error) {
      if (!(error instanceof EngineDied)) throw error;
      await this.revive();
      return this.engine.rows(sql, signal);
    }
  }

  /**
   * Reads in a transaction that may not write (`Engine.reading`); waits for an engine that is being started again, and
   * for the snapshot of what is loaded, since such a query may have to be ended with its engine.
   */
  async reading<T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.restarting;
    await orCancelled(this.kept(), signal);
    try {
      return await this.engine.reading(work, signal);
    } catch (error) {
      // The engine's code fell over (no memory at a place where it needs some): what it holds is not to be trusted.
      if (!(error instanceof Error && error.name === 'RuntimeError')) throw error;
      await this.restartEngine();
      throw new EngineDied();
    }
  }

  /** Ends an engine that does not answer; it is started again with the data of the last snapshot, as after an accident. */
  async restartEngine(): Promise<void> {
    // The act under way is undone by its end; a snapshot on its way counts.
    await this.packing?.catch(() => undefined);
    this.engine.kill();
    await this.revive();
  }

  /** The rows of a query lot by lot (`Engine.lots`); waits for an engine that is being started again. */
  async lots(sql: string, take: (parts: Uint8Array<ArrayBuffer>[]) => Promise<unknown>): Promise<void> {
    await this.restarting;
    return this.engine.lots(sql, take);
  }

  /** Runs an act that changes data after those before it, in one transaction; any error undoes it whole. */
  private act<T>(work: (connection: AsyncDuckDBConnection) => Promise<T>): Promise<T> {
    const run = this.acts.then(async () => {
      await this.restarting;
      return this.engine.withConnection((connection) => inTransaction(connection, () => work(connection)));
    });
    this.acts = run.catch(() => undefined);
    return run;
  }

  /** Changes data by SQL statements, then keeps the result. */
  async change(statements: readonly string[]): Promise<void> {
    await this.act(async (connection) => {
      for (const statement of statements) await connection.query(statement);
      await this.findExperiments(connection);
    });
    this.keepSoon();
  }

  /** Changes what the user said about which runs belong together, and finds all experiments anew. */
  async setRules(rules: readonly IdentityRule[]): Promise<void> {
    const { study } = this;
    this.study = { ...study, rules: rules.slice(-RULES_LIMIT) };
    try {
      await this.act((connection) => this.findExperiments(connection));
    } catch (error) {
      this.study = { ...this.study, rules: study.rules };
      throw error;
    }
    this.keepSoon();
  }

  private findExperiments(connection: AsyncDuckDBConnection): Promise<void> {
    return findExperiments(
      {
        query: (sql) => query(connection, sql),
        insert: (name, ipc) => connection.insertArrowFromIPCStream(ipc, { name, create: false }),
      },
      this.study.rules,
    );
  }

  /**
   * Reads files into the tables. Ends with the reports of all files; a cancelled or failed import leaves
   * everything as it was. Tables that are `explained` are read by that mapping, whatever else is known of them. Files
   * that it `replaces` are taken out in the same step; rejects when one of them then gives nothing.
   */
  async importFiles(
    files: ImportFile[],
    explained: ExplainedTable | null,
    replaces: readonly LoadedFile[],
    onProgress: (progress: ImportProgress) => void,
    signal: AbortSignal,
  ): Promise<ImportOutcome> {
    const reports: ImportReport[] = [];
    let corrections = 0;
    const { study } = this;
    try {
      await this.act(async (connection) => {
        const ask = (sql: string) => query(connection, sql);
        if (replaces.length > 0) await removeFiles(ask, replaces);
        const [first] = await query(connection, FIRST_IDS);
        const known = await query(connection, 'SELECT sha256, size, path, copy FROM source');
        // The readers come with it, which the page itself does without.
        const { runImport } = await import('./importRun');
        await runImport(connection, {
          request: {
            files,
            first: {
              source: Number(first?.source),
              series: Number(first?.series),
              host: Number(first?.host),
              matrix: Number(first?.matrix),
            },
            known: known.map((k) => ({
              sha256: String(k.sha256),
              size: Number(k.size),
              path: String(k.path),
              copy: Number(k.copy),
            })),
            template: this.study.template,
            mappings: this.study.mappings,
            explained,
          },
          onProgress,
          onReport: (report) => reports.push(report),
          onContainer: (container) => this.mergeIn(connection, container),
          onRules: (rules) => {
            this.study = { ...this.study, rules: joinedRules(this.study.rules, rules) };
          },
          signal,
        });
        const placed = await placeHosts(ask, Number(first?.source));
        reports.push(...placed.map((other): ImportReport => ({ type: 'other', other })));
        if (replaces.length > 0) {
          mustBeRead(replaces, reports);
          corrections = await dropLostCorrections(ask);
        }
        await this.findExperiments(connection);
      });
    } catch (error) {
      this.study = study;
      if (signal.aborted) return { cancelled: true, reports: [], corrections: 0 };
      throw error;
    }
    this.keepSoon();
    return { cancelled: false, reports, corrections };
  }

  /** Takes loaded files out with all that belongs to them, corrections included. */
  async remove(files: readonly LoadedFile[]): Promise<void> {
    await this.act(async (connection) => {
      const ask = (sql: string) => query(connection, sql);
      await removeFiles(ask, files);
      await dropLostCorrections(ask);
      await placeHosts(ask, 0);
      await this.findExperiments(connection);
    });
    this.keepSoon();
  }

  private async mergeIn(connection: AsyncDuckDBConnection, container: OpenContainer): Promise<void> {
    await mergeTables(
      {
        query: (sql) => query(connection, sql),
        insert: (table, ipc) => connection.insertArrowFromIPCStream(ipc, { name: table, create: true }),
      },
      container,
    );
    this.study = {
      selections: { ...this.study.selections, ...container.study.selections },
      hidden: { ...this.study.hidden, ...container.study.hidden },
      template: container.study.template ?? this.study.template,
      mappings: lastMappings({ ...this.study.mappings, ...container.study.mappings }),
      rules: joinedRules(this.study.rules, container.study.rules),
    };
  }

  /** Adds the content of an opened container to the work. */
  private merge(container: OpenContainer): Promise<void> {
    return this.engine.withConnection((connection) =>
      inTransaction(connection, async () => {
        await this.mergeIn(connection, container);
        await this.findExperiments(connection);
      }),
    );
  }

  /** Changes the study and keeps it. */
  setStudy(study: Study): void {
    this.study = study;
    this.keepSoon();
  }

  /** The whole work as a `.fabriscope` file. */
  async save(level: 0 | 6 = 6): Promise<Blob> {
    return packInWorker(await this.tables(), this.study, level);
  }

  /** Every table as an Arrow stream. */
  async tables(): Promise<{ table: TableName; ipc: Uint8Array }[]> {
    await this.restarting;
    const tables = [];
    for (const table of TABLES) tables.push({ table, ipc: await this.engine.ipc(`SELECT * FROM ${table}`) });
    return tables;
  }

  private keepTimer: ReturnType<typeof setTimeout> | undefined;

  /** Takes a snapshot a moment after the last act, for a restart and, where possible, for the next visit. */
  private keepSoon(): void {
    this.changes++;
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => void this.keep(), 300);
  }

  private keep(): Promise<void> {
    clearTimeout(this.keepTimer);
    this.tried = this.changes;
    this.keepingNow = this.keepNow().catch((error: unknown) =>
      this.events.keepFailed(
        `The work could not be kept for the next visit (${error instanceof Error ? error.message : String(error)}). Save a .fabriscope file to keep it.`,
      ),
    );
    return this.keepingNow;
  }

  /** Waits until all acts so far are in a snapshot, or it is said that they cannot be. */
  private async kept(): Promise<void> {
    await this.keepingNow;
    if (this.changes > this.tried) await this.keep();
  }

  private async keepNow(): Promise<void> {
    const dump = this.acts.then(async () => ({ changes: this.changes, tables: await this.tables() }));
    this.acts = dump.catch(() => undefined);
    const { changes, tables } = await dump;
    this.packing = packInWorker(tables, this.study, 0).then((blob) => {
      this.snapshot = blob;
      this.packed = changes;
    });
    await this.packing;
    if (this.keeping.kept && this.snapshot) await storeKept(this.snapshot);
  }

  /** Gives all data and memory back and forgets what was kept: a new engine with empty tables. */
  async forget(): Promise<void> {
    clearTimeout(this.keepTimer);
    await this.acts;
    // A snapshot on its way would bring back what is forgotten.
    await this.keepingNow;
    this.snapshot = null;
    this.packed = this.changes;
    this.study = emptyStudy();
    this.retired = this.engine;
    this.engine.terminate();
    // A question asked meanwhile waits for the new engine.
    this.restarting = (async () => {
      if (this.keeping.kept) await forgetKept();
      await this.startEngine();
    })().finally(() => (this.restarting = null));
    await this.restarting;
  }
}

/** The answer, or `QueryCancelled` as soon as the signal is aborted. */
async function orCancelled<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  let cancel = () => {};
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new QueryCancelled());
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
  try {
    return await Promise.race([answer, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const FIRST_IDS = `SELECT
  (SELECT coalesce(max(id), 0) + 1 FROM source) AS source,
  (SELECT coalesce(max(id), 0) + 1 FROM series) AS series,
  (SELECT coalesce(max(id), 0) + 1 FROM host) AS host,
  (SELECT coalesce(max(id), 0) + 1 FROM matrix) AS matrix`;
