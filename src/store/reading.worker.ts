/** Entry of the worker that reads dropped files: one import. */
import { listen } from '../worker/browser';
import { serve } from '../worker/serve';
import { importInto } from './importing';
import type { ImportProtocol } from './messages';

listen<ImportProtocol>((post) =>
  serve<ImportProtocol>(post, {
    answer: async ({ request }, teller) => {
      await importInto(request, teller);
      return { type: 'import' };
    },
  }),
);
