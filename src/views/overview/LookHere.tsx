import { Button } from '@ariakit/react';
import { setView } from '../../session/state';
import { openSeries } from './open';
import type { OverviewFinding } from './verdict';

const SIGN = {
  worse: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 12v.2',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 12v.2',
  better: 'M8 13V3M4 7l4-4 4 4',
} as const;

/** Findings worth a look, each a way to the view that shows it. */
export function LookHere({ findings }: { findings: readonly OverviewFinding[] }) {
  if (findings.length === 0) return null;
  const show = ({ shows }: OverviewFinding) => {
    if (shows.kind === 'series') openSeries(shows.row.outcome);
    else setView({ tab: shows.kind });
  };
  return (
    <section className="look-here" aria-labelledby="look-here">
      <h2 id="look-here">Look here</h2>
      <ul>
        {findings.map((finding) => (
          <li key={finding.id}>
            <Button className="look-finding" onClick={() => show(finding)}>
              <svg
                className={`look-${finding.tone}`}
                viewBox="0 0 16 16"
                width="16"
                height="16"
                aria-hidden="true"
              >
                <path d={SIGN[finding.tone]} />
              </svg>
              <span className="look-title">{finding.title}</span>
              <span className="look-detail">{finding.detail}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
