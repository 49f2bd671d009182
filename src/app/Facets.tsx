import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { shortened } from '../model/shorten';
import type { CatalogueRun } from '../queries/catalogue';
import { setHidden } from '../session/state';
import { facetsOf, hiddenBut, isOnly } from './facets';

/** Conditions that vary, each value with its runs: a press shows only these, another press all again. */
export function Facets({ runs, hidden }: { runs: readonly CatalogueRun[]; hidden: ReadonlySet<string> }) {
  const facets = useMemo(() => facetsOf(runs), [runs]);
  if (facets.length === 0) return null;
  return (
    <section className="facets" aria-label="Show only">
      {facets.map(({ key, values }) => {
        const short = shortened(values.map(({ value }) => value));
        return (
          <div key={key} role="group" aria-label={key}>
            <span className="facet-key">{key}</span>
            <div className="facet-values">
              {values.map(({ value, runs: count }) => {
                const only = isOnly(runs, hidden, { key, value });
                return (
                  <Button
                    key={value}
                    className="facet"
                    aria-pressed={only}
                    aria-label={`Only ${key} ${value}`}
                    title={value}
                    onClick={() => setHidden(only ? [] : hiddenBut(runs, key, value).sort())}
                  >
                    {short.get(value) ?? value} <small>{count.toLocaleString('en')}</small>
                  </Button>
                );
              })}
            </div>
          </div>
        );
      })}
    </section>
  );
}
