/** Entry of the fabric worker: one fabric put together and looked over, made ready for the estimator or asked for its leaf switches. */
import { listen } from '../worker/browser';
import { serve } from '../worker/serve';
import { assemble, type Parts } from './assemble';
import { leavesOf } from './leaves';
import { loadFabric } from './loaded';
import type { FabricProtocol } from './messages';
import { reportOf } from './report';

type Question = FabricProtocol['question'];

function answer({ type, parts }: Question): FabricProtocol['answer'] {
  switch (type) {
    case 'report':
      return { type, seen: seen(parts) };
    case 'estimate':
      return { type, loaded: loadFabric(parts) };
    case 'leaves':
      return { type, leaves: leavesOf(assemble(parts)) };
  }
}

function seen(parts: Parts) {
  const fabric = assemble(parts);
  return { fabric, report: reportOf(fabric) };
}

listen<FabricProtocol>((post) =>
  serve<FabricProtocol>(post, { answer: (question) => Promise.resolve().then(() => answer(question)) }),
);
