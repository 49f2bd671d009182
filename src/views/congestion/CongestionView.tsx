import './congestion.css';
import { Radio, RadioGroup, RadioProvider } from '@ariakit/react';
import { useDeferredValue } from 'react';
import { setView, useApp } from '../../session/state';
import { MODES } from '../../share/congestion';
import type { View } from '../../share/view';
import { EstimateMode } from './EstimateMode';
import { MODE_VIEWS } from './modes';

/** The congestion of a fabric: what the estimator says, by the mode that is chosen. */
export function CongestionView() {
  const mode = useApp((s) => s.view.mode);
  // Rendered in turns of the event loop: the tab opens at once, and what it asks follows.
  const ready = useDeferredValue<View['mode'] | null>(mode, null);
  return (
    <div className="congestion">
      <h1 className="visually-hidden">Congestion</h1>
      <ModeSwitch mode={mode} />
      <p className="muted congestion-caution">
        A model of large messages: no head-of-line blocking, no back-pressure, no pacing. Adaptive results are
        a range of models, not a bound. <code>docs/congestion.md</code> has the definitions.
      </p>
      {ready && <Asked mode={ready} />}
    </div>
  );
}

function Asked({ mode }: { mode: View['mode'] }) {
  const Mode = MODE_VIEWS[mode]?.view ?? EstimateMode;
  return <Mode />;
}

function ModeSwitch({ mode }: { mode: View['mode'] }) {
  const known = MODES.flatMap((name) => {
    const found = MODE_VIEWS[name];
    return found ? [{ name, label: found.label }] : [];
  });
  if (known.length < 2) return null;
  return (
    <RadioProvider value={mode} setValue={(value) => setView({ mode: value as View['mode'] })}>
      <RadioGroup className="segments" aria-label="What is asked">
        {known.map(({ name, label }) => (
          <label key={name} className="segment">
            <Radio value={name} />
            <span>{label}</span>
          </label>
        ))}
      </RadioGroup>
    </RadioProvider>
  );
}
