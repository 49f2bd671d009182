import { innerName } from '../../archives/names';
import { ADAPTER, ADDRESS } from '../../fabric/explain/hosts';

/**
 * What a name is of. The values of a condition are of a kind of their own each; a `word` is one that the owner named; an `id`
 * is the beginning of the sha256 of a file.
 */
export type NameKind =
  | 'host'
  | 'domain'
  | 'switch'
  | 'guid'
  | 'user'
  | 'system'
  | 'folder'
  | 'file'
  | 'event'
  | 'word'
  | 'id'
  | `condition ${string}`;

/** A name in a text. */
export interface Mention {
  readonly kind: NameKind;
  readonly name: string;
}

/** A text cut into names and what stands between them. */
export type Piece = string | Mention;

const ofKind = (kind: NameKind, name: string): Mention => ({ kind, name });

/** A host name: `Node01-ib0.example.org:3` is the host `node01`, the adapter, the domain and a number. Case does not count. */
export function hostPieces(text: string): Piece[] {
  const [, lead = '', name = '', port = '', tail = ''] = /^(\s*)(.*?)(:\d+)?(\s*)$/s.exec(text) ?? [];
  if (name === '') return [text];
  const lower = name.toLowerCase();
  const rest = [port, tail].filter((piece) => piece !== '');
  const before = lead === '' ? [] : [lead];
  if (ADDRESS.test(lower)) return [...before, ofKind('host', lower), ...rest];
  const dot = lower.indexOf('.', 1);
  const [base, domain] = dot < 0 ? [lower, ''] : [lower.slice(0, dot), lower.slice(dot + 1)];
  const adapter = ADAPTER.exec(base);
  const host = adapter && adapter.index > 0 ? base.slice(0, adapter.index) : base;
  return [
    ...before,
    ofKind('host', host),
    ...(host === base ? [] : [base.slice(host.length)]),
    ...(domain === '' ? [] : ['.', ofKind('domain', domain)]),
    ...rest,
  ];
}

/** What adapters and switches are called when nobody named them: a maker, a chip, a port. It names no site. */
const MAKER =
  /^(?:MT\d{3,5}|ConnectX\S*|Connect-IB\S*|InfiniHost\S*|Infiniscale\S*|SwitchX\S*|Switch-IB\S*|Quantum\S*|Mellanox|Nvidia|Voltaire|Technologies|Aggregation|Node|HCA-?\d*|mlx\d_\d+|ibp?\d\w*|hfi1_\d+|opap\w*|Lx|-)$/i;
/** A chip of a director: `MF0;name:model/L03/U1`. */
const CHIP = /^(MF\d;)([^:;]+)(:[A-Z]{1,4}\d{3,5}[\w-]{0,8}(?:\/[A-Z]{1,3}\d{1,3}){0,3})$/i;

/** The name of a node of a fabric; of a host its first word is the host. */
export function nodePieces(text: string, nodeKind: string): Piece[] {
  const words = text.split(/(\s+)/);
  if (words.every((word) => word.trim() === '' || MAKER.test(word))) return [text];
  if (nodeKind !== 'host') {
    const chip = CHIP.exec(text.trim());
    if (chip) return [chip[1] ?? '', ofKind('switch', chip[2] ?? ''), chip[3] ?? ''];
    return [ofKind('switch', text.trim())];
  }
  const first = words.findIndex((word) => word.trim() !== '');
  return words.flatMap((word, at): Piece[] => {
    if (word.trim() === '' || (at !== first && MAKER.test(word))) return [word];
    return at === first ? hostPieces(word) : [ofKind('switch', word)];
  });
}

/** Endings that say what kind of file it is; they stay. */
const ENDING =
  /\.(?:out|log|txt|text|dat|csv|tsv|json|jsonl|ndjson|ya?ml|xml|html?|err|stdout|stderr|prof|sum|prot|plot|short|conf|topo|cables|net|lft|fdbs|dump|parquet|arrow|feather|zip|tar|tgz|gz|bz2|xz)$/i;
/** Folders whose next folder is called after a person. */
const HOMES = /^(?:home\d*|users?|u\d*)$/i;

function filePieces(name: string): Piece[] {
  let stem = name;
  while (ENDING.test(stem.slice(1))) stem = stem.replace(ENDING, '');
  return [ofKind('file', stem), ...(stem === name ? [] : [name.slice(stem.length)])];
}

/** A path as dropped: its folders, persons' folders among them, and the file without its ending. */
export function pathPieces(path: string): Piece[] {
  const parts = path.split('/');
  const last = parts.length - 1;
  const file = parts[last] ?? '';
  return parts.flatMap((part, at): Piece[] => {
    const slash = at === 0 ? [] : ['/'];
    if (part === '') return slash;
    if (at === last) return [...slash, ...filePieces(part)];
    // What a lone compressed file holds is called as it is, which joins it to the files beside it.
    if (at === last - 1 && part !== file && innerName(part) === file)
      return [...slash, ...filePieces(file), part.slice(file.length)];
    const person = at > 0 && HOMES.test(parts[at - 1] ?? '');
    if (person) return [...slash, ofKind('user', part.toLowerCase())];
    return [...slash, HOMES.test(part) ? part : ofKind('folder', part)];
  });
}
