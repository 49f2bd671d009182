import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORIGINS, type Condition } from '../model/vocabulary';
import { effective } from './effective';

const condition = fc.record<Condition>({
  key: fc.constantFrom('AR', 'nodes', 'x', '__proto__'),
  value: fc.string({ maxLength: 3 }),
  origin: fc.constantFrom(...ORIGINS),
});

describe('effective conditions', () => {
  it('lets the user win over the sidecar, the content, the name and the folder', () => {
    const conditions: Condition[] = [
      { key: 'AR', value: 'on', origin: 'user' },
      { key: 'AR', value: 'off', origin: 'sidecar' },
      { key: 'nodes', value: '8', origin: 'folder' },
      { key: 'nodes', value: '16', origin: 'name' },
    ];
    expect(effective(conditions)).toEqual({
      AR: { value: 'on', origin: 'user' },
      nodes: { value: '16', origin: 'name' },
    });
  });

  it('lets the last word win within one origin', () => {
    const said = (value: string): Condition => ({ key: 'AR', value, origin: 'sidecar' });
    expect(effective([said('on'), said('off')])['AR']?.value).toBe('off');
  });

  it('keeps a key named like a property of every object as a plain key', () => {
    const held = effective([{ key: '__proto__', value: 'x', origin: 'content' }]);
    expect(Object.keys(held)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(held)).toBe(Object.prototype);
  });

  it('holds for each key the last value of its strongest origin', () => {
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 30 }), (conditions) => {
        const held = new Map(Object.entries(effective(conditions)));
        expect(new Set(held.keys())).toEqual(new Set(conditions.map((each) => each.key)));
        for (const [key, { value, origin }] of held) {
          const ofKey = conditions.filter((each) => each.key === key);
          const strongest = Math.max(...ofKey.map((each) => ORIGINS.indexOf(each.origin)));
          expect(ORIGINS.indexOf(origin)).toBe(strongest);
          expect(value).toBe(ofKey.filter((each) => each.origin === origin).at(-1)?.value);
        }
      }),
    );
  });

  it('does not change when a weaker condition for a known key is added', () => {
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 20 }), fc.string(), (conditions, value) => {
        const before = effective(conditions);
        const weaker = Object.entries(before)
          .filter(([, held]) => held.origin !== 'label')
          .map(([key]): Condition => ({ key, value, origin: 'label' }));
        expect(effective([...conditions, ...weaker])).toEqual(before);
      }),
    );
  });
});
