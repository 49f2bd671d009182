import { Button } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { Select } from '../../parts/fields';
import { sqlActions } from '../../session/sqlActions';
import { setView } from '../../session/state';
import { B_COLOR } from '../../charts/colours';
import type { DataColumn } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { ForestChart, type ForestRow } from '../../charts/ForestChart';
import { tableTwin } from '../../charts/tableTwin';
import type { TooltipRow } from '../../charts/Tooltip';
import type { YAxis } from '../../charts/types';
import type { Interval } from '../../compare/bootstrap';
import type { SizeOutcome } from '../../compare/series';
import type { Verdict } from '../../compare/verdict';
import { formatBytes, formatSpeedup } from '../../model/units';
import { observationsSql } from '../../queries/observations';
import type { View } from '../../share/view';
import { openSeries } from './open';
import {
  atSize,
  countsText,
  hasVerdict,
  ratioText,
  repeatsText,
  sayingOf,
  type ChangeGroup,
  type ChangeRow,
} from './rows';
import type { SeriesChanges } from './useChanges';

/** Rows drawn at first, and more of them at each press. */
const AT_FIRST = 40;

const AXIS: YAxis = {
  label: 'speedup of B over A',
  kind: 'ratio',
  format: formatSpeedup,
  tickFormat: (value) => `${Number(value.toPrecision(3))}×`,
};

/** Better as B, worse in orange; what is open has neither. */
const VERDICT_COLOR: Partial<Record<Verdict, string>> = {
  better: B_COLOR,
  worse: 'var(--worse-mark)',
};

const TITLE = 'What changed most';

/** Every series of A and B as a row: a drawing, its table twin, and a way into Speedup. */
export function ChangesFigure(props: {
  groups: readonly ChangeGroup[];
  changes: SeriesChanges;
  by: View['changesBy'];
  runs: readonly string[];
  /** `published`, `simulated`; empty where all is measured. */
  kinds: string;
}) {
  const { groups, changes, by, runs, kinds } = props;
  const [most, setMost] = useState(AT_FIRST);
  const all = useMemo(() => groups.flatMap(({ rows }) => rows), [groups]);
  const drawn = useMemo(() => forestRows(groups, most), [groups, most]);
  const open = (id: string) => {
    const row = all.find((each) => each.id === id);
    if (row) openSeries(row.outcome);
  };
  const subtitle = [
    `speedup of B over A, ${by === 'mean' ? 'geometric mean over message sizes' : 'at the worst message size'}`,
    'higher is better',
    'thick: 95 % interval',
    ...(by === 'mean' ? ['thin: worst to best size'] : []),
    'full dot: better or worse',
    ...(kinds === '' ? [] : [kinds]),
  ].join(' · ');
  const sized = drawn.some(({ texts }) => texts[2] !== '');
  const columns = [by === 'mean' ? 'mean' : 'speedup', 'what can be said'];
  if (sized) columns.push(by === 'mean' ? 'worst size' : 'size');
  return (
    <>
      <div className="controls" role="group" aria-label="What is drawn">
        <Select
          label="each series by"
          value={by}
          options={[
            ['mean', 'its mean over message sizes'],
            ['worst', 'its worst message size'],
          ]}
          onChange={(changesBy) => setView({ changesBy })}
        />
        {by === 'worst' && (
          <span className="muted">
            The worst of many sizes is worse by chance more often than their mean.
          </span>
        )}
      </div>
      <Figure
        title={TITLE}
        subtitle={subtitle}
        {...tableTwin<ChangeRow>({
          label: `${TITLE}; Enter or a click shows the series in Speedup`,
          columns: COLUMNS,
          rows: all,
          onCell: ({ outcome }) => openSeries(outcome),
        })}
        actions={sqlActions(() => observationsSql(runs, changes.choices), TITLE)}
      >
        <ForestChart
          title={TITLE}
          subtitle={subtitle}
          axis={AXIS}
          columns={columns}
          rows={drawn}
          color={B_COLOR}
          openHelp="Enter shows one in Speedup"
          onOpen={open}
        />
      </Figure>
      {all.length > drawn.length && (
        <p className="controls">
          <span className="muted">
            {drawn.length} of {all.length.toLocaleString('en')} series are drawn, the first of the order
            above; the table has all.
          </span>
          <Button className="button" onClick={() => setMost(most + AT_FIRST)}>
            Draw {Math.min(AT_FIRST, all.length - drawn.length)} more
          </Button>
        </p>
      )}
    </>
  );
}

/** The first rows as they are drawn; no more are made. */
function forestRows(groups: readonly ChangeGroup[], most: number): ForestRow[] {
  let room = most;
  return groups.flatMap(({ heading, rows }) => {
    const own = rows.slice(0, room);
    room -= own.length;
    return own.map((row, i): ForestRow => {
      const { id, outcome, label, detail, judged } = row;
      const { worst, best, mean, interval, counts, repeats } = outcome;
      const several = outcome.rated > 1;
      const range =
        several && worst && best && judged !== worst ? { low: worst.ratio, high: best.ratio } : null;
      const tip: TooltipRow[] = [
        { key: 'said', label: '', value: sayingOf(row), strong: true },
        ...(several && mean !== null
          ? [
              {
                key: 'mean',
                label: `mean of ${outcome.rated} sizes`,
                value: ratioText({ ratio: mean, interval }),
              },
            ]
          : []),
        ...[
          { what: 'worst', size: worst },
          { what: 'best', size: best },
        ].flatMap(({ what, size }) =>
          size && several
            ? [
                {
                  key: what,
                  label: `${what} size, ${sizeName(size)}`,
                  value: ratioText(size),
                  note: judgedText(size),
                },
              ]
            : [],
        ),
        ...(several ? [{ key: 'counts', label: 'sizes', value: countsText(counts) }] : []),
        { key: 'repeats', label: 'repeats', value: repeatsText(repeats) },
      ];
      return {
        id,
        heading: i === 0 ? `${heading} (${rows.length})` : null,
        label,
        detail,
        ratio: judged?.ratio ?? null,
        interval: judged?.interval ?? null,
        range,
        full: judged?.verdict === 'better' || judged?.verdict === 'worse',
        color: (judged && VERDICT_COLOR[judged.verdict]) ?? 'var(--unclear)',
        texts: [
          judged ? ratioText(judged) : '–',
          sayingOf(row),
          worst && several && judged !== worst ? atSize(worst.ratio, worst.bytes) : sizeName(worst),
        ],
        tip,
      };
    });
  });
}

const sizeName = (size: Pick<SizeOutcome, 'bytes'> | null): string =>
  size === null || size.bytes === null ? '' : formatBytes(size.bytes);

const judgedText = ({ verdict }: SizeOutcome): string => (hasVerdict(verdict) ? verdict : '');

const intervalText = (interval: Interval | null | undefined): string =>
  interval ? `${formatSpeedup(interval.low)} – ${formatSpeedup(interval.high)}` : '';

type Text = DataColumn<ChangeRow>['text'];
const left = (key: string, label: string, text: Text): DataColumn<ChangeRow> => ({
  key,
  label,
  align: 'left',
  text,
});
const ratio = (
  key: string,
  label: string,
  of: (row: ChangeRow) => number | null | undefined,
): DataColumn<ChangeRow> => ({
  key,
  label,
  align: 'right',
  text: (row) => {
    const value = of(row);
    return value == null ? '–' : formatSpeedup(value);
  },
  sort: (row) => of(row) ?? null,
});
const count = (key: string, label: string, of: (row: ChangeRow) => number): DataColumn<ChangeRow> => ({
  key,
  label,
  align: 'right',
  text: (row) => String(of(row)),
  sort: of,
});

const COLUMNS: readonly DataColumn<ChangeRow>[] = [
  left('benchmark', 'benchmark', ({ label }) => label),
  left('series', 'series', ({ detail }) => detail),
  ratio('mean', 'mean speedup', ({ outcome }) => outcome.mean),
  left('interval', '95 % interval', ({ outcome }) => intervalText(outcome.interval)),
  left('verdict', 'verdict of the mean', ({ outcome }) => outcome.verdict),
  ratio('worst', 'worst size', ({ outcome }) => outcome.worst?.ratio),
  left('worst at', 'at', ({ outcome }) => sizeName(outcome.worst)),
  left('worst interval', 'interval there', ({ outcome }) => intervalText(outcome.worst?.interval)),
  left('worst verdict', 'verdict there', ({ outcome }) => outcome.worst?.verdict ?? ''),
  ratio('best', 'best size', ({ outcome }) => outcome.best?.ratio),
  left('best at', 'at', ({ outcome }) => sizeName(outcome.best)),
  left('best interval', 'interval there', ({ outcome }) => intervalText(outcome.best?.interval)),
  left('best verdict', 'verdict there', ({ outcome }) => outcome.best?.verdict ?? ''),
  count('sizes', 'sizes', ({ outcome }) => outcome.sizes),
  count('worse', 'worse', ({ outcome }) => outcome.counts.worse),
  count('better', 'better', ({ outcome }) => outcome.counts.better),
  count('level', 'no difference', ({ outcome }) => outcome.counts['no difference seen']),
  count(
    'without',
    'no verdict',
    ({ outcome }) => outcome.counts['too few repeats'] + outcome.counts['no verdict'],
  ),
  left('repeats', 'repeats', ({ outcome }) => repeatsText(outcome.repeats)),
];
