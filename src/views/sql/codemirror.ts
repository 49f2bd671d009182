import {
  autocompletion,
  closeCompletion,
  ifNotIn,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  keywordCompletionSource,
  PostgreSQL,
  schemaCompletionSource,
  SQLDialect,
} from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { quoted, type SchemaTable } from '../../queries/schema';

/** What the editor tells. */
export interface EditorEvents {
  onText: (text: string) => void;
  onRun: () => void;
}

/** An editor on the page. Places are numbers of characters from the beginning. */
export interface SqlEditor {
  /** Replaces the text; the user can take that back. */
  setText(text: string): void;
  /** Puts a text where the cursor is, blanks around it where words would run together. */
  insert(text: string): void;
  cursor(): number;
  /** Sets the cursor at a place, brings it into sight and gives the editor the focus. */
  goTo(offset: number): void;
  /** Names that are offered while one writes. */
  setSchema(schema: readonly SchemaTable[]): void;
  destroy(): void;
}

/** Key words that queries use, offered while one writes: those of PostgreSQL are many more. */
const WORDS = `all and anti any array as asc asof between by case cast cross cube cume_dist current describe desc
distinct else end escape except exclude exists explain analyze false filter first following for from full glob group
groups grouping sets having ilike in inner intersect interval is join lambda last lateral left like limit map
materialized natural not null nulls offset on or order outer over partition pivot positional preceding qualify range
recursive replace respect right rollup row rows sample select semi sets show similar some summarize table tables then to
true unbounded union unpivot using values when where window with`;
const TYPES = `bigint blob boolean date decimal double enum float hugeint int integer list smallint struct text time
timestamp tinyint ubigint uinteger usmallint utinyint uuid varchar`;
const listed = (words: string) => words.replaceAll('\n', ' ');
const DUCKDB = SQLDialect.define({ ...PostgreSQL.spec, keywords: listed(WORDS), types: listed(TYPES) });

/** Colours of theme.css; the editor stands in a shadow tree, into which custom properties reach. */
const LOOK = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '20px' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '.cm-tooltip': {
    border: '1px solid var(--hairline)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--overlay)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '200px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selected)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal', fontSize: '11px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--b)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--series-3)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--series-2)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--series-4)' },
  { tag: tags.comment, color: 'var(--muted)' },
]);

const NO_NAMES = ['String', 'LineComment', 'BlockComment', 'QuotedIdentifier'];

/** Offers columns of all tables where no table stands before them. */
function columnSource(schema: readonly SchemaTable[]): CompletionSource {
  const tables = new Map<string, string[]>();
  for (const { name, columns } of schema)
    for (const column of columns) tables.set(column.name, [...(tables.get(column.name) ?? []), name]);
  const options = [...tables].map(([name, of]): Completion => ({
    label: quoted(name),
    type: 'property',
    detail: `${of.slice(0, 2).join(', ')}${of.length > 2 ? ' …' : ''}`,
  }));
  return ifNotIn(NO_NAMES, (context) => {
    const word = context.matchBefore(/[\w."]+/);
    if (!word || word.text.includes('.')) return null;
    return { from: word.from, options, validFor: /^\w*$/ };
  });
}

function language(schema: readonly SchemaTable[]): Extension {
  const tables = schema.map(({ name, meaning, columns }) => ({
    self: { label: name, type: 'type', detail: meaning } satisfies Completion,
    children: columns.map((column): Completion => ({
      label: quoted(column.name),
      type: 'property',
      detail: `${column.type}${column.meaning === '' ? '' : `, ${column.meaning}`}`,
    })),
  }));
  const named = Object.fromEntries(tables.map((table) => [table.self.label, table]));
  return new LanguageSupport(DUCKDB.language, [
    DUCKDB.language.data.of({ autocomplete: schemaCompletionSource({ dialect: DUCKDB, schema: named }) }),
    DUCKDB.language.data.of({ autocomplete: columnSource(schema) }),
    DUCKDB.language.data.of({ autocomplete: keywordCompletionSource(DUCKDB, true) }),
  ]);
}

/**
 * Makes an editor in a shadow tree: there its styles go into adopted style sheets, where in the page itself they would
 * be a style element, which the policy of the page forbids. Tab leaves the editor.
 */
export function makeEditor(root: ShadowRoot, text: string, events: EditorEvents): SqlEditor {
  const names = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        autocompletion({ icons: false }),
        EditorView.lineWrapping,
        names.of(language([])),
        syntaxHighlighting(COLOURS),
        LOOK,
        Prec.highest(
          keymap.of([
            {
              key: 'Mod-Enter',
              run: (at) => {
                closeCompletion(at);
                events.onRun();
                return true;
              },
            },
          ]),
        ),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({
          'aria-label': 'SQL query. Control or Command and Enter runs it; Tab leaves the editor.',
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.domEventHandlers({
          // Left to itself the browser keeps the colours of a text that is typed over by a style attribute, which the
          // policy of the page forbids.
          beforeinput: ({ inputType, data, isComposing }, view) => {
            const { main } = view.state.selection;
            if (inputType !== 'insertText' || data === null || isComposing || main.empty) return false;
            view.dispatch(view.state.replaceSelection(data), {
              scrollIntoView: true,
              userEvent: 'input.type',
            });
            return true;
          },
          // Files that are dropped are read, not shown as text; a text that is dropped is no file.
          drop: (event) => {
            const files = (event.dataTransfer?.files.length ?? 0) > 0;
            if (!files) event.stopPropagation();
            return files;
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.onText(update.state.doc.toString());
        }),
      ],
    }),
  });
  const replace = (from: number, to: number, insert: string) =>
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
  return {
    setText(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: 0 },
        userEvent: 'input.paste',
      });
    },
    insert(word) {
      const { from, to } = view.state.selection.main;
      const before = view.state.sliceDoc(Math.max(0, from - 1), from);
      const after = view.state.sliceDoc(to, to + 1);
      replace(from, to, `${/[\w"]/.test(before) ? ' ' : ''}${word}${/[\w"]/.test(after) ? ' ' : ''}`);
      view.focus();
    },
    cursor: () => view.state.selection.main.head,
    goTo(offset) {
      view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    setSchema: (schema) => view.dispatch({ effects: names.reconfigure(language(schema)) }),
    destroy: () => view.destroy(),
  };
}
