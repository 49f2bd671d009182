/** Entry of the container worker: packs or opens one container. */
import { listen } from '../worker/browser';
import { serve } from '../worker/serve';
import { openContainer, packContainer } from './container';
import type { ContainerProtocol } from './messages';

listen<ContainerProtocol>((post) =>
  serve<ContainerProtocol>(post, {
    answer: async (question) => {
      switch (question.type) {
        case 'pack': {
          const { tables, study, level } = question;
          return { type: 'pack', blob: new Blob([packContainer(tables, study, level)]) };
        }
        case 'open': {
          const bytes = new Uint8Array(await question.blob.arrayBuffer());
          return { type: 'open', container: openContainer(bytes) };
        }
      }
    },
  }),
);
