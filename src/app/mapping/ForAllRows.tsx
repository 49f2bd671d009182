import type { RunKind } from '../../model/vocabulary';
import { Field } from './ColumnDetails';
import type { Draft } from './draft';

const KINDS: readonly RunKind[] = ['measured', 'simulated', 'published'];

/** What is the same for the whole table. */
export function ForAllRows({ draft, onChange }: { draft: Draft; onChange: (next: Draft) => void }) {
  const columns = draft.columns;
  const benchmark = columns.find(({ role }) => role === 'benchmark');
  const system = columns.find(({ role, key }) => role === 'condition' && key === 'system');
  return (
    <fieldset className="mapping-all">
      <legend>The same for all rows</legend>
      <Field label="Benchmark">
        <input
          value={draft.benchmark}
          placeholder={benchmark ? `“${benchmark.column}”` : 'osu_latency'}
          disabled={benchmark !== undefined}
          onChange={({ target }) => onChange({ ...draft, benchmark: target.value })}
        />
      </Field>
      <Field label="System">
        <input
          value={draft.system}
          placeholder={system ? `“${system.column}”` : 'name of the cluster'}
          disabled={system !== undefined}
          onChange={({ target }) => onChange({ ...draft, system: target.value })}
        />
      </Field>
      <Field label="Further conditions">
        <input
          className="mapping-long"
          value={draft.conditions}
          placeholder="AR = on; nodes = 8"
          spellCheck={false}
          onChange={({ target }) => onChange({ ...draft, conditions: target.value })}
        />
      </Field>
      <Field label="The numbers are">
        <select
          value={draft.kind}
          onChange={({ target }) =>
            onChange({ ...draft, kind: KINDS.find((kind) => kind === target.value) ?? 'measured' })
          }
        >
          {KINDS.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </Field>
      <Field label="Name of this kind of table">
        <input
          value={draft.name}
          placeholder="none"
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      </Field>
    </fieldset>
  );
}
