import { describe, expect, it } from 'vitest';
import { WorkerPort } from './port';
import { serve, type Teller } from './serve';
import { wireHere } from './testing';

interface Sums {
  question: { type: 'add'; values: number[] } | { type: 'fail' } | { type: 'wait' } | { type: 'wrong' };
  answer: { type: 'add'; sum: number } | { type: 'fail' } | { type: 'wait' };
  progress: number;
  fault: 'hard';
}

class SumError extends Error {
  constructor(
    message: string,
    readonly fault: 'hard' | null,
  ) {
    super(message);
  }
}

/** A worker that adds, and tells every partial sum as a lot. */
function summing() {
  const signals: AbortSignal[] = [];
  let go: () => void = () => undefined;
  const here = wireHere<Sums>((post) =>
    serve<Sums>((message) => post(message), {
      answer: async (question, { signal, hand, tell }: Teller<Sums>) => {
        signals.push(signal);
        if (question.type === 'fail') throw new RangeError('no');
        if (question.type === 'wrong') return { type: 'wait' };
        if (question.type === 'wait') {
          await new Promise<void>((resolve) => (go = resolve));
          return { type: 'wait' };
        }
        let sum = 0;
        for (const value of question.values) await hand((sum += value));
        tell(-1);
        return { type: 'add', sum };
      },
      fault: () => 'hard',
    }),
  );
  const deaths: string[] = [];
  const port = new WorkerPort<Sums>(here.spawn, {
    died: (reason) => `It has ended: ${reason}.`,
    error: (message, fault) => new SumError(message, fault),
    onDied: ({ message }) => deaths.push(message),
  });
  return { ...here, port, signals, deaths, go: () => go() };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a port and its worker', () => {
  it('answers each question with the answer of its type, whatever is asked meanwhile', async () => {
    const { port, go } = summing();
    const first = port.ask({ type: 'wait' });
    expect(await port.ask({ type: 'add', values: [1, 2] })).toEqual({ type: 'add', sum: 3 });
    go();
    expect(await first).toEqual({ type: 'wait' });
  });

  it('hands lots over one by one: the next waits until the page has taken the last', async () => {
    const { port } = summing();
    const order: string[] = [];
    await port.ask(
      { type: 'add', values: [1, 2] },
      {
        onProgress: async (sum) => {
          order.push(`begin ${sum}`);
          await settle();
          order.push(`end ${sum}`);
        },
      },
    );
    expect(order.slice(0, 4)).toEqual(['begin 1', 'end 1', 'begin 3', 'end 3']);
  });

  it('rejects a question whose progress the page cannot take', async () => {
    const { port } = summing();
    const asked = port.ask(
      { type: 'add', values: [1] },
      { onProgress: () => Promise.reject(new Error('full')) },
    );
    await expect(asked).rejects.toThrow('full');
  });

  it('rejects with the sentence and the fault of the worker, or when another question was answered', async () => {
    const { port } = summing();
    await expect(port.ask({ type: 'fail' })).rejects.toMatchObject({ message: 'no', fault: 'hard' });
    await expect(port.ask({ type: 'wrong' })).rejects.toThrow('The worker answered "wait" to "wrong".');
  });

  it('cancels: the question is rejected at once, the worker hears of it, and a late answer is nobody’s', async () => {
    const { port, signals, go, posted } = summing();
    const controller = new AbortController();
    const asked = port.ask({ type: 'wait' }, { signal: controller.signal });
    await settle();
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await settle();
    expect(posted.at(-1)).toEqual({ id: 1, cancel: true });
    expect(signals[0]?.aborted).toBe(true);
    go();
    await settle();
    expect(await port.ask({ type: 'add', values: [4] })).toEqual({ type: 'add', sum: 4 });
  });

  it('a question whose signal is aborted already is never posted', async () => {
    const { port, posted } = summing();
    const asked = port.ask({ type: 'wait' }, { signal: AbortSignal.abort(new Error('late')) });
    await expect(asked).rejects.toThrow('late');
    expect(posted).toEqual([]);
  });

  it('rejects all open questions when the worker dies, says so once, and never asks it again', async () => {
    const { port, die, deaths, posted } = summing();
    const open = [port.ask({ type: 'wait' }), port.ask({ type: 'wait' })];
    die('killed');
    for (const one of open) await expect(one).rejects.toThrow('It has ended: killed.');
    expect(port.ended).toBe(true);
    await expect(port.ask({ type: 'wait' })).rejects.toThrow('It has ended: killed.');
    expect(posted).toHaveLength(2);
    die('again');
    expect(deaths).toEqual(['It has ended: killed.']);
  });

  it('closing it is no death: the worker is ended and open questions get the reason', async () => {
    const { port, deaths, ended } = summing();
    const open = port.ask({ type: 'wait' });
    port.close(new Error('closed here'));
    await expect(open).rejects.toThrow('closed here');
    expect(ended()).toBe(true);
    expect(deaths).toEqual([]);
  });
});
