/** The small language of the estimator, `name:argument:key=value`, taken apart and put together for a form. */

/** A specification in its parts. */
export interface Spec {
  readonly name: string;
  readonly args: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** The parts of a specification; nothing is refused here, the estimator does that in its own words. */
export function parseSpec(text: string): Spec {
  const [name = '', ...parts] = text.split(':').map((part) => part.trim());
  const args: string[] = [];
  const options = new Map<string, string>();
  for (const part of parts) {
    const at = part.indexOf('=');
    if (at < 0) args.push(part);
    else options.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return { name: name.toLowerCase(), args, options };
}

/** The text of a specification; arguments and options that are empty are left out. */
export function printSpec({ name, args, options }: Spec): string {
  return [
    name,
    ...args.filter((arg) => arg !== ''),
    ...[...options].filter(([, value]) => value !== '').map(([key, value]) => `${key}=${value}`),
  ].join(':');
}

/** One field of a form: an argument (or a part of one), or an option of a specification. */
export interface SpecField {
  readonly label: string;
  /** Explains the field beyond its label. */
  readonly hint?: string;
  readonly at:
    | { readonly option: string }
    /** A part of the argument between `separator`s; the whole argument without one. */
    | { readonly arg: number; readonly part?: number; readonly separator?: string };
  /** Shown in an empty field: what then holds. */
  readonly empty?: string;
  /** Values to choose from, `''` for what holds without one. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** A field of free text rather than a number. */
  readonly text?: boolean;
}

/** A name of the language with its fields. */
export interface SpecKind {
  readonly name: string;
  readonly label: string;
  /** What is set when this name is chosen. */
  readonly start: string;
  readonly fields: readonly SpecField[];
  readonly group?: string;
}

/** The value of a field in a specification, empty where it is not given. */
export function fieldOf(spec: Spec, { at }: SpecField): string {
  if ('option' in at) return spec.options.get(at.option) ?? '';
  const arg = spec.args[at.arg] ?? '';
  return at.separator === undefined ? arg : (arg.split(at.separator)[at.part ?? 0] ?? '').trim();
}

/** The specification with a field set. */
export function withField(spec: Spec, { at }: SpecField, value: string): Spec {
  if ('option' in at) {
    const options = new Map(spec.options);
    if (value === '') options.delete(at.option);
    else options.set(at.option, value);
    return { ...spec, options };
  }
  const args = [...spec.args];
  if (at.separator === undefined) args[at.arg] = value;
  else {
    const parts = (args[at.arg] ?? '').split(at.separator);
    parts[at.part ?? 0] = value;
    args[at.arg] = Array.from(parts, (part) => part ?? '').join(at.separator);
  }
  return { ...spec, args: Array.from(args, (arg) => arg ?? '') };
}

/** The kind that a text is one of, or null for a text that the form has no fields for. */
export function kindOf(text: string, kinds: readonly SpecKind[]): SpecKind | null {
  const { name } = parseSpec(text);
  return kinds.find((kind) => kind.name === name) ?? null;
}
