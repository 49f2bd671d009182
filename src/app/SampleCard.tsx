import type { CardBars, CardLines, CardMatrix, CardSide, CardChart } from '../session/sampleCard';

const COLOURS: Readonly<Record<CardSide, string>> = {
  a: 'var(--a)',
  b: 'var(--b)',
  series: 'var(--series-1)',
};

/** Space around lines and bars, which are drawn in a square of 100 that is stretched. */
const BOX = '-6 -14 112 128';

function Lines({ lines }: CardLines) {
  return (
    <svg className="sample-picture" viewBox={BOX} preserveAspectRatio="none" aria-hidden="true">
      {lines.map(({ side, points }, i) => (
        <polyline
          key={i}
          points={points.map(([x, y]) => `${100 * x},${100 - 100 * y}`).join(' ')}
          fill="none"
          stroke={COLOURS[side]}
          strokeWidth={1.75}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

function Bars({ groups }: CardBars) {
  const step = 100 / groups.length;
  return (
    <svg className="sample-picture" viewBox={BOX} preserveAspectRatio="none" aria-hidden="true">
      {groups.map((group, i) =>
        group.map(({ side, height }, j) => {
          const width = (0.7 * step) / group.length;
          return (
            <rect
              key={`${i} ${j}`}
              x={(i + 0.15) * step + j * width}
              y={100 - 100 * height}
              width={width}
              height={100 * height}
              fill={COLOURS[side]}
            />
          );
        }),
      )}
    </svg>
  );
}

/** The cells of a class as one path, a rectangle for each stretch of them in a row. */
function pathOf(cells: string, size: number, step: number): string {
  const rows = Array.from({ length: size }, (_, y) => cells.slice(y * size, (y + 1) * size));
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(new RegExp(`${step}+`, 'g'))].map(
        ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
      ),
    )
    .join('');
}

function Matrices({ colours, size, cells }: CardMatrix) {
  return (
    <svg
      className="sample-picture"
      viewBox={`0 0 ${cells.length * (size + 1) - 1} ${size}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {cells.map((own, i) => (
        <g key={i} transform={`translate(${i * (size + 1)} 0)`}>
          {[0, 1, 2, 3, 4].map((step) => (
            <path key={step} d={pathOf(own, size, step)} fill={`var(--${colours}-${step})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** The miniature chart on the card of a sample. */
export function SampleCard({ card }: { card: CardChart }) {
  if (card.kind === 'matrix') return <Matrices {...card} />;
  return card.kind === 'lines' ? <Lines {...card} /> : <Bars {...card} />;
}
