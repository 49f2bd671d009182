import { useMemo } from 'react';
import type { MatrixClient } from '../../matrix/client';
import { useCurrent } from '../../session/query';
import { whole } from './compared';
import { counted } from './figures';

interface Props {
  client: MatrixClient;
  /** The chosen rows and columns alone. */
  matrix: number;
  rows: number;
  columns: number;
  /** Pairs of it that are chosen; null where they are not counted. */
  pairs: number | null;
  /** Names the picture where there are two. */
  name: string;
  format: (value: number) => string;
}

interface Question {
  client: MatrixClient;
  matrix: number;
  box: ReturnType<typeof whole>;
}

async function read({ client, matrix, box }: Question, signal: AbortSignal) {
  const [{ figures }, { values }] = await Promise.all([
    client.ask({ type: 'figures', matrix, box }, { signal }),
    client.ask({ type: 'quantiles', matrix, box, shares: [0.5], positive: false }, { signal }),
  ]);
  return { ...figures, median: values[0] ?? Number.NaN };
}

/** Figures of the chosen box, in a line. */
export function BoxLine({ client, matrix, rows, columns, pairs, name, format }: Props) {
  const question = useMemo(
    () => ({ client, matrix, box: whole(rows, columns) }),
    [client, matrix, rows, columns],
  );
  const { answer, problem } = useCurrent(question, read);
  const missing = answer && pairs !== null ? pairs - answer.count - answer.apart : 0;
  return (
    <p className="matrix-box" role="status">
      <strong>Box{name && ` of ${name}`}</strong> {`${rows} × ${columns} cells`}
      {pairs !== rows * columns && ' in the chosen shifts'}
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
          {missing > 0 && <span className="muted">{missing} missing</span>}
          {answer.apart > 0 && <span className="muted">{answer.apart} left apart</span>}
        </>
      )}
    </p>
  );
}
