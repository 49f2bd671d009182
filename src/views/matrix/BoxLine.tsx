import { Button } from '@ariakit/react';
import { setView } from '../../app/state';
import type { MatrixClient } from '../../matrix/client';
import type { Box } from '../../matrix/grid';
import { counted } from './figures';
import { useAsked } from './useArranged';

interface Props {
  client: MatrixClient;
  matrix: number;
  box: Box;
  /** Names the picture where there are two. */
  name: string;
  format: (value: number) => string;
}

/** Figures of the chosen box, in a line. */
export function BoxLine({ client, matrix, box, name, format }: Props) {
  const { answer, problem } = useAsked(JSON.stringify([matrix, box]), async () => {
    const [{ figures }, { values }] = await Promise.all([
      client.ask({ type: 'figures', matrix, box }),
      client.ask({ type: 'quantiles', matrix, box, shares: [0.5], positive: false }),
    ]);
    return { ...figures, median: values[0] ?? Number.NaN };
  });
  const size = `${box.row1 - box.row0} × ${box.column1 - box.column0} cells`;
  return (
    <p className="matrix-box" role="status">
      <strong>Box{name && ` of ${name}`}</strong> {size}
      {problem && <span className="problem">{problem}</span>}
      {answer && (
        <>
          <span>{counted(answer.count, 'value')}</span>
          {answer.count > 0 &&
            (['min', 'median', 'mean', 'max'] as const).map((which) => (
              <span key={which}>
                <span className="muted">{which}</span> {format(answer[which])}
              </span>
            ))}
          {answer.missing > 0 && <span className="muted">{answer.missing} missing</span>}
          {answer.apart > 0 && <span className="muted">{answer.apart} left apart</span>}
        </>
      )}
      <Button className="button-quiet" onClick={() => setView({ box: null })}>
        clear the box
      </Button>
    </p>
  );
}
