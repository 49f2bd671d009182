import { openContainer, packContainer } from './container';
import type { OpenContainer } from './messages';
import type { Study } from './study';
import type { TableName } from './tables';

/** What the page asks of the container worker. */
export type ContainerRequest =
  | { type: 'pack'; tables: { table: TableName; ipc: Uint8Array }[]; study: Study; level: 0 | 6 }
  | { type: 'open'; blob: Blob };

/** What the container worker answers. */
export type ContainerAnswer =
  | { type: 'packed'; blob: Blob }
  | { type: 'opened'; container: OpenContainer }
  | { type: 'failed'; text: string };

const post = (message: ContainerAnswer, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(message, transfer);

async function answer(request: ContainerRequest): Promise<void> {
  switch (request.type) {
    case 'pack':
      post({ type: 'packed', blob: new Blob([packContainer(request.tables, request.study, request.level)]) });
      break;
    case 'open': {
      const container = openContainer(new Uint8Array(await request.blob.arrayBuffer()));
      post({ type: 'opened', container });
      break;
    }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ContainerRequest>) => {
  answer(data).catch((error: unknown) =>
    post({ type: 'failed', text: error instanceof Error ? error.message : String(error) }),
  );
});
