// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import { mount } from '../../charts/mount';
import type { FreeAnswer } from '../../queries/free';
import { duration, Result, sentences } from './Result';
import type { QueryOutcome } from '../../session/sql';

type Answered = Extract<QueryOutcome, { kind: 'answer' }>;

const answer: FreeAnswer = {
  plan: false,
  columns: [
    { name: 'host', type: 'VARCHAR', number: false },
    { name: 'bytes', type: 'BIGINT', number: true },
  ],
  rows: [
    ['<b>n1</b>', '9'],
    [null, '10'],
    ['n3', null],
  ],
  more: false,
};
const outcome: Answered = {
  kind: 'answer',
  answer,
  statement: { sql: 'FROM host', from: 0, to: 9, words: ['from'], keyword: true },
  which: [1, 1],
  text: 'FROM host',
  edition: 0,
  seconds: 0.0123,
};
const now = { text: 'FROM host', edition: 0 };

// The page of the tests has no layout: what is scrolled gets a height.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 240 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 });
});

describe('what is said of an answer', () => {
  it('is how many rows there are and how long it took', () => {
    expect(sentences(outcome, now)).toEqual(['3 rows in 12 ms.']);
    expect(duration(12.34)).toBe('12.3 s');
  });

  it('says that there are more rows than those here', () => {
    const part = { ...outcome, answer: { ...answer, more: true } };
    expect(sentences(part, now)).toEqual([
      'The first 3 rows in 12 ms; the query gives more, for their text fills what is kept. Sorting orders these only.',
    ]);
  });

  it('says when it is of other data, of another text, or of one statement among several', () => {
    expect(sentences({ ...outcome, which: [2, 3] }, { text: 'x', edition: 1 }).slice(1)).toEqual([
      'Statement 2 of 3, in which the cursor stood.',
      'The data has changed since: run it again.',
      'The query has been changed since.',
    ]);
  });
});

describe('the table of an answer', () => {
  it('names types, shows NULL as such and markup as text', () => {
    const { box, texts } = mount(<Result outcome={outcome} height={300} />);
    expect(texts('th').map((text) => text.trim())).toEqual(['host VARCHAR', 'bytes BIGINT']);
    expect(texts('tbody td')).toEqual(['<b>n1</b>', '9', 'NULL', '10', 'n3', 'NULL']);
    expect(texts('.sql-null')).toEqual(['NULL', 'NULL']);
    expect(box.querySelector('b')).toBeNull();
    expect([...box.querySelectorAll('tbody td')].map((cell) => cell.className)).toContain('datatable-right');
  });

  it('sorts numbers as numbers, NULL last', () => {
    const { press, texts } = mount(<Result outcome={outcome} height={300} />);
    press('[role="grid"]', 'ArrowRight', 'Enter', 'Enter');
    expect(texts('tbody tr').map((row) => row.replace(/^(<b>n1<\/b>|NULL|n3)/, ''))).toEqual([
      '10',
      '9',
      'NULL',
    ]);
  });

  it('shows the cell that Enter is pressed on whole', () => {
    const { box, press, find, click } = mount(<Result outcome={outcome} height={300} />);
    press('[role="grid"]', 'ArrowDown', 'Enter');
    expect(find('.sql-cell pre').textContent).toBe('<b>n1</b>');
    click(find('.sql-cell button'));
    expect(box.querySelector('.sql-cell')).toBeNull();
  });

  it('shows a plan as it is drawn, and says which columns an answer without rows has', () => {
    const plan = { plan: true, columns: answer.columns, rows: [['physical_plan', '┌─┐\n└─┘']], more: false };
    const shown = mount(<Result outcome={{ ...outcome, answer: plan }} height={300} />);
    expect(shown.find('pre').textContent).toBe('┌─┐\n└─┘');
    const empty = mount(<Result outcome={{ ...outcome, answer: { ...answer, rows: [] } }} height={300} />);
    expect(empty.box.textContent).toContain('No rows. The columns are host (VARCHAR), bytes (BIGINT).');
  });
});
