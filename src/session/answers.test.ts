import { describe, expect, test } from 'vitest';
import { Answers, MOST_BYTES, MOST_OF_A_KIND, sameQuestion, type AnswerKeeping } from './answers';

/** Work that is done when the test says so, and what was asked, aborted and disposed of. */
function rehearsal() {
  const done = new Map<number, (text: string) => void>();
  const failed = new Map<number, (error: Error) => void>();
  const log: string[] = [];
  let edition = 1;
  const work = ({ n }: { n: number }, signal: AbortSignal): Promise<string> => {
    log.push(`asked ${n}`);
    signal.addEventListener('abort', () => log.push(`aborted ${n}`));
    return new Promise((resolve, reject) => {
      done.set(n, resolve);
      failed.set(n, reject);
    });
  };
  const answers = new Answers(() => edition);
  const keeping: AnswerKeeping<string> = { dispose: (text) => log.push(`disposed of ${text}`) };
  return {
    ...{ answers, work, log, keeping },
    lease: (n: number, own: AnswerKeeping<string> = keeping) => answers.lease(work, { n }, own),
    finish: async (n: number, text = `answer ${n}`) => {
      done.get(n)?.(text);
      await settled();
    },
    fail: async (n: number) => {
      failed.get(n)?.(new Error('The worker has ended.'));
      await settled();
    },
    nextEdition: () => (edition += 1),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('answers of a session', () => {
  test('the same question is asked once, and its answer is there at once when it is asked again', async () => {
    const { answers, work, log, lease, finish } = rehearsal();
    const [first, second] = [lease(1), lease(1)];
    expect(answers.settled(work, { n: 1 })).toBeNull();
    await finish(1);
    expect(await Promise.all([first.value, second.value])).toEqual(['answer 1', 'answer 1']);
    first.release();
    second.release();
    expect(answers.settled(work, { n: 1 })).toMatchObject({ value: 'answer 1' });
    expect(await lease(1).value).toBe('answer 1');
    expect(log).toEqual(['asked 1']);
  });

  test('a question that nobody waits for is aborted, and its late answer disposed of', async () => {
    const { log, lease, finish } = rehearsal();
    const [one, other] = [lease(1), lease(1)];
    one.release();
    one.release();
    expect(log).toEqual(['asked 1']);
    other.release();
    expect(log).toEqual(['asked 1', 'aborted 1']);
    await finish(1);
    expect(log).toEqual(['asked 1', 'aborted 1', 'disposed of answer 1']);
    lease(1);
    expect(log.at(-1)).toBe('asked 1');
  });

  test('an answer that failed is asked for again', async () => {
    const { log, lease, fail, finish } = rehearsal();
    const broken = lease(1);
    const reason = broken.value.catch((error: Error) => error.message);
    await fail(1);
    expect(await reason).toBe('The worker has ended.');
    const again = lease(1);
    await finish(1);
    expect(await again.value).toBe('answer 1');
    expect(log.filter((line) => line === 'asked 1')).toHaveLength(2);
    broken.release();
    expect(log).not.toContain('disposed of answer 1');
  });

  test('changed data makes every answer old; one that is shown stays until it is released', async () => {
    const { answers, work, log, lease, finish, nextEdition } = rehearsal();
    const [shown, idle] = [lease(1), lease(2)];
    await finish(1);
    await finish(2);
    idle.release();
    nextEdition();
    expect(answers.settled(work, { n: 2 })).toBeNull();
    await settled();
    expect(log).toContain('disposed of answer 2');
    expect(log).not.toContain('disposed of answer 1');
    const anew = lease(1);
    expect(log.filter((line) => line === 'asked 1')).toHaveLength(2);
    await finish(1, 'new answer');
    expect(await anew.value).toBe('new answer');
    shown.release();
    await settled();
    expect(log.at(-1)).toBe('disposed of answer 1');
  });

  test('the session that ends takes all answers along', async () => {
    const { answers, log, lease, finish } = rehearsal();
    const waiting = lease(1);
    await finish(1);
    waiting.release();
    answers.close();
    await settled();
    expect(log.at(-1)).toBe('disposed of answer 1');
  });

  test('of a kind the oldest makes way, beyond the limit and no sooner', async () => {
    const { answers, work, log, lease, finish } = rehearsal();
    for (let n = 0; n <= MOST_OF_A_KIND; n++) {
      const own = lease(n);
      await finish(n);
      if (n === MOST_OF_A_KIND) {
        // Used again, so the second is the oldest now.
        lease(0).release();
        expect(log.some((line) => line.startsWith('disposed'))).toBe(false);
      }
      own.release();
    }
    await settled();
    expect(log.filter((line) => line.startsWith('disposed'))).toEqual(['disposed of answer 1']);
    expect(answers.settled(work, { n: 0 })).not.toBeNull();
  });

  test('answers that nobody shows take no more than a limit of bytes', async () => {
    const { log, lease, finish, keeping } = rehearsal();
    const half = { ...keeping, bytes: () => MOST_BYTES / 2 };
    for (const n of [1, 2, 3]) {
      const own = lease(n, half);
      await finish(n);
      own.release();
      await settled();
      expect(log.filter((line) => line.startsWith('disposed'))).toHaveLength(n === 3 ? 1 : 0);
    }
    expect(log.at(-1)).toBe('disposed of answer 1');
  });
});

describe('questions', () => {
  test.each([
    [{ a: 1, b: ['x', null] }, { b: ['x', null], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: 1, b: undefined }, { a: 1, c: undefined }, false],
    [[1, 2], [1, 2, 3], false],
    [[1], { 0: 1 }, false],
    [Number.NaN, Number.NaN, true],
    [null, {}, false],
    [new Map([['a', { n: 1 }]]), new Map([['a', { n: 1 }]]), true],
    [new Map([['a', 1]]), new Map([['b', 1]]), false],
    [new Map([['a', 1]]), { a: 1 }, false],
    [new Float64Array(1), new Float64Array(1), false],
    [new Set(), new Set(), false],
  ])('%j and %j: the same is %s', (one, other, same) => {
    expect(sameQuestion(one, other)).toBe(same);
    expect(sameQuestion(other, one)).toBe(same);
  });
});
