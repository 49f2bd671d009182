import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { parseSidecar } from '../../conditions/sidecar';
import { stringify } from 'yaml';
import { IdentityRuleSchema, rulesOfSection, sectionOfRules, type IdentityRule } from './rules';

it('the section of rules says what holds of them', () => {
  const rules: IdentityRule[] = [
    { kind: 'repeats', key: 'folder 2' },
    { kind: 'separates', key: 'folder 2' },
    { kind: 'pooled', key: 'node set' },
    { kind: 'name', key: 'folder 1', as: 'network' },
    { kind: 'trusted', runs: ['x:0'] },
  ];
  expect(sectionOfRules(rules)).toEqual({
    repeats: [],
    separates: ['folder 2'],
    pooled: ['node set'],
    names: { 'folder 1': 'network' },
  });
  expect(sectionOfRules([{ kind: 'trusted', runs: ['x:0'] }])).toBeNull();
});

it('a section that is saved is read back as the same section', () => {
  const key = fc.stringMatching(/^[a-zA-Z][\w ]{0,20}[a-z]$/);
  const rule = fc.oneof(
    fc.record({ kind: fc.constantFrom('repeats', 'separates', 'pooled'), key }),
    fc.record({ kind: fc.constant('name'), key, as: key }),
  );
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 8 }), (made) => {
      const identity = sectionOfRules(v.parse(v.array(IdentityRuleSchema), made));
      const parsed = parseSidecar('fabriscope.yaml', stringify({ identity }));
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      expect(sectionOfRules(parsed.sidecar.identity)).toEqual(identity);
      expect(identity && rulesOfSection(identity).length).toBe(parsed.sidecar.identity.length);
    }),
  );
});
