/** Something that the search box finds: a place to go to, or a thing to do. */
export interface Command {
  id: string;
  group: 'Go to' | 'Do' | 'Benchmarks' | 'Samples';
  label: string;
  /** What matters about it, beside its name. */
  detail: string;
  run: () => void;
}

/** The commands whose label or detail holds all words, those that begin with the text first. */
export function foundCommands(commands: readonly Command[], text: string): Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = commands.filter(({ label, detail, group }) => {
    const own = `${label} ${detail} ${group}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(text.trim().toLowerCase());
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}
