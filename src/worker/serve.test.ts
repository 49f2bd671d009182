import { describe, expect, it } from 'vitest';
import type { FromWorker } from './messages';
import { serve, type Teller } from './serve';

interface Held {
  question: { type: 'work'; name: string };
  answer: { type: 'work'; name: string };
  progress: number;
  fault: null;
}

/** A worker whose questions end when the test says so. */
function holding() {
  const posted: FromWorker<Held>[] = [];
  const tellers = new Map<string, Teller<Held>>();
  const ends = new Map<string, (error?: Error) => void>();
  const handle = serve<Held>((message) => posted.push(message), {
    answer: ({ type, name }, teller) => {
      tellers.set(name, teller);
      return new Promise((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve({ type, name }))),
      );
    },
  });
  const ask = (id: number, name: string) => {
    handle({ id, question: { type: 'work', name } });
    const teller = tellers.get(name);
    if (!teller) throw new Error('It was not asked.');
    return teller;
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await settle();
  };
  return { posted, handle, ask, end };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a question that is cancelled', () => {
  it('says nothing more: no progress, no answer', async () => {
    const { posted, handle, ask, end } = holding();
    const { signal, tell } = ask(1, 'a');
    tell(0.5);
    expect(signal.aborted).toBe(false);
    handle({ id: 1, cancel: true });
    expect(signal.aborted).toBe(true);
    tell(0.9);
    await end('a');
    expect(posted).toEqual([{ id: 1, progress: 0.5, lot: null }]);
  });

  it('says nothing of the error that it ends with', async () => {
    const { posted, handle, ask, end } = holding();
    ask(1, 'a');
    handle({ id: 1, cancel: true });
    await end('a', new Error('stopped'));
    expect(posted).toEqual([]);
  });

  it('is the only one that ends', async () => {
    const { posted, handle, ask, end } = holding();
    ask(1, 'a');
    const { signal, tell } = ask(2, 'b');
    handle({ id: 1, cancel: true });
    expect(signal.aborted).toBe(false);
    tell(0.5);
    await end('a');
    await end('b');
    expect(posted).toEqual([
      { id: 2, progress: 0.5, lot: null },
      { id: 2, answer: { type: 'work', name: 'b' } },
    ]);
  });

  it('is nothing where the question is answered already, or never came', async () => {
    const { posted, handle, ask, end } = holding();
    const { signal } = ask(1, 'a');
    await end('a');
    handle({ id: 1, cancel: true });
    handle({ id: 7, cancel: true });
    expect(signal.aborted).toBe(false);
    expect(posted).toEqual([{ id: 1, answer: { type: 'work', name: 'a' } }]);
  });
});

describe('lots', () => {
  it('are numbered through all questions, and each waits for its own number', async () => {
    const { posted, handle, ask } = holding();
    const taken: string[] = [];
    void ask(1, 'a')
      .hand(10)
      .then(() => taken.push('a'));
    void ask(2, 'b')
      .hand(20)
      .then(() => taken.push('b'));
    expect(posted).toEqual([
      { id: 1, progress: 10, lot: 0 },
      { id: 2, progress: 20, lot: 1 },
    ]);
    handle({ id: 2, taken: 1 });
    await settle();
    expect(taken).toEqual(['b']);
    handle({ id: 1, taken: 0 });
    await settle();
    expect(taken).toEqual(['b', 'a']);
  });
});
