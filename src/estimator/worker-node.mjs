// Entry of the worker thread: Node itself cannot read TypeScript, so the loader comes first.
import { register } from 'tsx/esm/api';

register();
await import('./worker-node.ts');
