import { useId, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import './chart.css';

export interface ChartFrameProps {
  /** The element whose width the chart follows. */
  frame: RefObject<HTMLDivElement | null>;
  /** What the chart shows, for a screen reader that reaches it. */
  label: string;
  /** Which keys do what, as a sentence. */
  help: string;
  /** What the keys have reached; it is read out when it changes. */
  said: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  /** The drawing. */
  children: ReactNode;
  /** Tooltip and footnotes, below or over the drawing. */
  around?: ReactNode;
}

/** What every chart has around its drawing: one tab stop, the keys told, and a voice for what they reach. */
export function ChartFrame({
  frame,
  label,
  help,
  said,
  onKeyDown,
  onBlur,
  children,
  around,
}: ChartFrameProps): ReactNode {
  const id = useId();
  return (
    <div className="chart" ref={frame}>
      <div
        className="chart-focus"
        role="group"
        tabIndex={0}
        aria-label={label}
        aria-describedby={id}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {children}
      </div>
      {around}
      <p className="chart-hidden" id={id}>
        {help}
      </p>
      <p className="chart-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
