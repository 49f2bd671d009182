import type { ReactNode } from 'react';
import type { OverviewVerdict } from './verdict';

/** Names, the finding, how many series are better, unclear and worse; beside it the picture that shows it. */
export function Verdict(props: {
  id: string;
  title: string;
  verdict: OverviewVerdict;
  /** What else differs between A and B, or that nothing does. */
  also: ReactNode;
  unit: string;
  hero: ReactNode;
}) {
  const { id, title, verdict, also, unit, hero } = props;
  const { better, unclear, worse, unjudged } = verdict.counts;
  const parts = [
    ['better', better],
    ['unclear', unclear],
    ['worse', worse],
    ['no verdict', unjudged],
  ] as const;
  const shown = parts.filter(([name, n]) => n > 0 || (unjudged === 0 && name !== 'no verdict'));
  return (
    <div className="verdict">
      <div className="verdict-words">
        <h2 id={id} className="verdict-title">
          {title}
        </h2>
        {also}
        <p className="verdict-headline">{verdict.headline}</p>
        <div className="verdict-bar" aria-hidden="true">
          {parts.map(
            ([name, n]) =>
              n > 0 && (
                <span key={name} className={`verdict-${name.replace(' ', '-')}`} style={{ flexGrow: n }} />
              ),
          )}
        </div>
        <p className="verdict-counts">
          {shown.map(([name, n]) => (
            <span key={name} className={`verdict-count verdict-count-${name.replace(' ', '-')}`}>
              <strong>{n.toLocaleString('en')}</strong> {name}
              {name === shown.at(-1)?.[0] && unit !== '' ? ` ${unit}` : ''}
            </span>
          ))}
        </p>
        <p className="verdict-detail">{verdict.detail}</p>
      </div>
      {hero}
    </div>
  );
}
