import type { NameKind } from '../../share/pseudonyms/names';
import type { FoundNames } from '../../share/pseudonyms/survey';

/** Kinds of names that are chosen together. */
export interface KindGroup {
  readonly id: string;
  readonly label: string;
  readonly kinds: readonly NameKind[];
  /** How many names there are. */
  readonly names: number;
  /** Some of them. */
  readonly some: readonly string[];
  /** Values of a condition. */
  readonly condition: boolean;
}

const GROUPS: readonly { id: string; label: string; kinds: readonly NameKind[] }[] = [
  { id: 'hosts', label: 'Hosts', kinds: ['host', 'domain'] },
  { id: 'switches', label: 'Switches', kinds: ['switch'] },
  { id: 'guids', label: 'GUIDs', kinds: ['guid'] },
  { id: 'users', label: 'Users', kinds: ['user'] },
  { id: 'systems', label: 'Systems', kinds: ['system'] },
  { id: 'files', label: 'Folders and files', kinds: ['folder', 'file'] },
  { id: 'events', label: 'Events', kinds: ['event'] },
  { id: 'words', label: 'Your words', kinds: ['word'] },
];

/** Examples named of a group. */
const SOME = 3;

/** The kinds of names that were found, those of conditions last, each in the order of its key. */
export function groupsOf(found: readonly FoundNames[]): KindGroup[] {
  const byKind = new Map(found.map(({ kind, names }) => [kind, names]));
  const made = (id: string, label: string, kinds: readonly NameKind[], condition: boolean): KindGroup[] => {
    const names = kinds.flatMap((kind) => byKind.get(kind) ?? []);
    return names.length === 0
      ? []
      : [{ id, label, kinds, names: names.length, some: names.slice(0, SOME), condition }];
  };
  const conditions = [...byKind.keys()].filter((kind) => kind.startsWith('condition ')).sort();
  return [
    ...GROUPS.flatMap(({ id, label, kinds }) => made(id, label, kinds, false)),
    ...conditions.flatMap((kind) => made(kind, kind.slice('condition '.length), [kind], true)),
  ];
}

/** A kind in a word. */
export const kindWord = (kind: NameKind): string => kind.replace(/^condition /, '');
