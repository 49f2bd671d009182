import { Button } from '@ariakit/react';
import { useDeferredValue } from 'react';
import './rail.css';
import type { Tab } from '../parts/tab';
import { useHoldings, type Holdings } from '../session/holdings';
import { setView, useApp } from '../session/state';
import type { Catalogue } from '../queries/catalogue';
import { ALL_TABS } from '../views/tabs';

/** How many things a view has to show; null where it always has something, or that is not known yet. */
function countOf(id: Tab['id'], { metrics, files }: Catalogue, holdings: Holdings | null): number | null {
  const families = holdings?.pairs;
  switch (id) {
    case 'speedup':
      return new Set(metrics.map(({ benchmark }) => benchmark)).size;
    case 'distribution':
      return families ? new Set(metrics.map(({ benchmark }) => benchmark)).size + families.length : null;
    case 'rotate':
      return (
        families?.filter(({ all }) =>
          all.some(({ sets }) => sets.some(({ schedule, better }) => schedule !== null && better !== 'none')),
        ).length ?? null
      );
    case 'matrix':
      return families?.length ?? null;
    case 'profile':
      return holdings?.profiles.length ?? null;
    case 'fabric':
      return holdings?.fabrics.length ?? null;
    case 'files':
      return files;
    case 'overview':
    case 'congestion':
    case 'sql':
      return null;
  }
}

/** The views in their groups, each with how much there is to see; one without data opens its empty state. */
export function Rail() {
  const tab = useApp((s) => s.view.tab);
  const catalogue = useDeferredValue(useApp((s) => s.catalogue));
  const { holdings } = useHoldings(catalogue.runs);
  return (
    <nav className="rail-views" aria-label="Views">
      {ALL_TABS.map(({ id, label, group, icon }, i) => {
        const count = countOf(id, catalogue, holdings);
        const begins = i > 0 && ALL_TABS[i - 1]?.group !== group;
        return (
          <Button
            key={id}
            className={['rail-view', begins && 'rail-group', count === 0 && 'rail-empty']
              .filter((name) => name !== false)
              .join(' ')}
            aria-current={tab === id ? 'page' : undefined}
            title={label}
            onClick={() => {
              setView({ tab: id });
              window.scrollTo({ top: 0 });
            }}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d={icon} />
            </svg>
            <span className="rail-label">{label}</span>
            {count !== null && count > 0 && (
              <span className="rail-count" aria-hidden="true">
                {count.toLocaleString('en')}
              </span>
            )}
          </Button>
        );
      })}
    </nav>
  );
}
