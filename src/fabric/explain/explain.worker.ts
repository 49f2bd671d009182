/** Entry of the worker that explains, in a browser. */
import { createEstimator } from '../../estimator/core';
import { listen } from '../../worker/browser';
import { serve } from '../../worker/serve';
import type { ExplainProtocol } from './messages';
import { answer } from './question';

/** Milliseconds between two words on how far it is. */
const TOLD = 100;

listen<ExplainProtocol>((post) =>
  serve<ExplainProtocol>(post, {
    answer: async ({ module, question }, { tell }) => {
      const steps = answer(await createEstimator(module), question);
      let told = 0;
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        if (performance.now() - told < TOLD) continue;
        tell(step.value);
        told = performance.now();
      }
    },
    // What is handed over without a copy: the links of all pairs.
    handed: (of) => {
      const paths = of.type === 'against' ? of.explained?.paths : null;
      return paths ? [paths.links.buffer] : [];
    },
  }),
);
