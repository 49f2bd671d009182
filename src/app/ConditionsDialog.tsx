import { Button, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useState } from 'react';
import { canonicalKey, normaliseValue } from '../conditions/keys';
import type { CatalogueRun } from '../queries/catalogue';
import type { Correction } from '../session/corrections';
import { correct, useApp } from '../session/state';

/** Edits conditions of many runs at once. What is said here wins over whatever the files say. */
export function ConditionsDialog({ runs, onClose }: { runs: readonly CatalogueRun[]; onClose: () => void }) {
  const all = useApp((s) => s.catalogue.runs);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const known = [...new Set(all.flatMap((run) => Object.keys(run.conditions)))].sort();
  const held = [...new Set(runs.flatMap((run) => Object.keys(run.conditions)))].sort();
  const name = canonicalKey(key);
  const normalised = value.trim() === '' ? null : normaliseValue(name, value);
  const problem = normalised && !normalised.ok ? normalised.problem : null;

  const say = (make: (run: CatalogueRun) => Correction) => {
    void correct(runs.map(make));
  };
  const submit = () => {
    if (name === '' || !normalised?.ok) return;
    say(({ id }) => ({ run: id, key: name, value: normalised.value }));
    setValue('');
  };

  return (
    <Dialog open onClose={onClose} className="dialog" backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">
        Conditions of {runs.length} {runs.length === 1 ? 'run' : 'runs'}
      </DialogHeading>
      <p>Your edits override the files, also when they are loaded again. Undo takes them back.</p>
      <table className="condition-table">
        <thead>
          <tr>
            <th scope="col">Condition</th>
            <th scope="col">Value</th>
            <th scope="col">From</th>
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {held.map((each) => {
            const found = runs.map((run) => run.conditions[each]);
            const values = [...new Set(found.map((f) => f?.value ?? 'not given'))];
            const origins = [...new Set(found.flatMap((f) => (f ? [f.origin] : [])))];
            const own = found.some((f) => f?.origin === 'user');
            return (
              <tr key={each}>
                <th scope="row">{each}</th>
                <td>{values.length > 4 ? `${values.length} values` : values.join(', ')}</td>
                <td>{origins.join(', ')}</td>
                <td>
                  <Button
                    className="button-quiet"
                    onClick={() => say(({ id }) => ({ run: id, key: each, value: own ? undefined : null }))}
                  >
                    {own ? `Take my word back for ${each}` : `Remove ${each}`}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <form
        className="condition-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label>
          Condition
          <input
            value={key}
            list="known-conditions"
            onChange={(e) => setKey(e.target.value)}
            placeholder="AR"
          />
        </label>
        <datalist id="known-conditions">
          {known.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <label>
          Value
          <input
            value={value}
            onChange={(e) => setValue(e.target.value)}
            placeholder="on"
            aria-describedby={problem ? 'condition-problem' : undefined}
            aria-invalid={problem !== null}
          />
        </label>
        <Button type="submit" className="button button-primary" disabled={name === '' || !normalised?.ok}>
          Set for {runs.length} {runs.length === 1 ? 'run' : 'runs'}
        </Button>
        {problem && (
          <p id="condition-problem" className="problem" role="alert">
            {problem}
          </p>
        )}
      </form>
      <DialogDismiss className="button">Close</DialogDismiss>
    </Dialog>
  );
}
