import { Button } from '@ariakit/react';
import type { ExplainQuestion } from '../../../fabric/explain/question';
import type { Explaining } from './useExplainer';

/** How far an explanation is, and how to end it. */
export function StepLine<Q extends ExplainQuestion, Of>({ of }: { of: Explaining<Q, Of> }) {
  const { step, cancelled, cancel, again, problem } = of;
  return (
    <>
      {step && (
        <p className="congestion-step">
          <progress aria-label={step.said} max={1} {...(step.part > 0 ? { value: step.part } : {})} />
          <span className="muted">{step.said} …</span>
          <Button className="button" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
      {cancelled && (
        <p className="congestion-step">
          <span className="muted">Cancelled.</span>
          <Button className="button" onClick={again}>
            Start again
          </Button>
        </p>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {step ? `${step.said} …` : cancelled ? 'Cancelled.' : problem ? '' : 'Ready.'}
      </span>
    </>
  );
}
