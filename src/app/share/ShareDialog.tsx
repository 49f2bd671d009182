import { Button, Checkbox, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatValue } from '../../model/units';
import { writeLink } from '../../share/link';
import type { LinkedData } from '../../share/data';
import type { Made } from '../../share/pseudonyms/browser';
import type { NameKind } from '../../share/pseudonyms/names';
import { plainKinds } from '../../share/pseudonyms/survey';
import type { View } from '../../share/view';
import { sentence, useApp } from '../../session/state';
import { CopyText } from './CopyText';
import { ENCRYPTED } from './encrypted';
import { FILE } from './file';
import { INLINE } from './inline';
import { REPORT } from './report';
import { Names } from './Names';
import './share.css';
import { useSharing, type ReplacedNames, type Held } from './useSharing';
import { addressOf, type ShareOutcome, type ShareWay } from './ways';

/** Works up to this many bytes before packing are packed at once, to tell their size. */
const AT_ONCE = 16 * 2 ** 20;

/** The ways to share a view with its data, in the order in which they are offered. */
const WAYS: readonly ShareWay[] = [FILE, INLINE, ENCRYPTED, REPORT];

/** The link to the view, and the ways to send its data with it, with names as they are or replaced. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const view = useApp((s) => s.view);
  const files = useApp((s) => s.catalogue.files);
  return (
    <Dialog
      open
      onClose={onClose}
      className="dialog dialog-wide share"
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading className="dialog-title">Share</DialogHeading>
      {files > 0 ? <WithData view={view} /> : <LinkSection view={view} pseudonyms={false} />}
      <DialogDismiss className="button">Close</DialogDismiss>
    </Dialog>
  );
}

/** The address of the view; `view` is null while its names are being replaced. */
function LinkSection({ view, pseudonyms }: { view: View | null; pseudonyms: boolean }) {
  return (
    <section aria-label="Link">
      {view ? (
        <>
          <CopyText
            label={pseudonyms ? 'Link to this view, with pseudonyms' : 'Link to this view'}
            button="Copy link"
            value={addressOf(writeLink(view))}
          />
          <p>{linkHolds(view, pseudonyms)}</p>
        </>
      ) : (
        <p className="muted">The link with pseudonyms is made together with the data below.</p>
      )}
    </section>
  );
}

/** What a link tells whoever reads it. */
function linkHolds({ sides, sql, data }: View, pseudonyms: boolean): string {
  const said = [
    ...(sides?.by === 'condition' ? [`the values ${sides.a} and ${sides.b} of ${sides.key}`] : []),
    ...(sql === null ? [] : ['the SQL query']),
    ...data.map(bringsText),
  ];
  if (data.some((item) => 'inline' in item))
    return 'It holds the data itself: everybody who has it has the results, and the names among them.';
  const where = pseudonyms ? 'where the file below is loaded' : 'where the same data is loaded';
  return `It holds how the data is looked at${said.length > 0 ? `, with ${said.join(', ')}` : ''}: no results, no host names, no file names. It opens this view ${where}.`;
}

function bringsText(item: LinkedData): string {
  if ('sample' in item) return `the sample ${item.sample}`;
  if ('listing' in item) return `the folder listed at ${item.listing}`;
  if ('url' in item) return `the address ${item.url}${item.key === undefined ? '' : ' and its key'}`;
  return 'inline' in item ? 'the data itself' : 'the key of an encrypted file';
}

function WithData({ view }: { view: View }) {
  const { held, progress, problem, make, cancel, renumber, setWords } = useSharing();
  const [pseudonyms, setPseudonyms] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<NameKind> | null>(null);
  const [made, setMade] = useState<{ of: ReplacedNames; table: unknown; result: Made } | null>(null);
  const [outcome, setOutcome] = useState<{ way: string; of: ShareOutcome; made: Made } | null>(null);
  const [failed, setFailed] = useState('');
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const plain = useMemo(() => (held ? plainKinds(held) : new Set<NameKind>()), [held]);
  const kinds = kept ?? plain;
  const chosen = useMemo((): ReplacedNames => (pseudonyms ? { kept: kinds } : null), [pseudonyms, kinds]);
  const current = made && made.of === chosen && made.table === held?.table ? made.result : null;
  const table = held?.table;

  // Made once for each choice: the size and the button ask for the same.
  const making = useRef<{ of: ReplacedNames; table: unknown; made: Promise<Made | null> } | null>(null);
  const prepare = useCallback((): Promise<Made | null> => {
    const before = making.current;
    if (before?.of === chosen && before.table === table) return before.made;
    const made = make(chosen).then((result) => {
      if (making.current?.made === made) {
        if (result) setMade({ of: chosen, table, result });
        else making.current = null;
      }
      return result;
    });
    making.current = { of: chosen, table, made };
    return made;
  }, [chosen, table, make]);

  const small = held !== null && held.bytes <= AT_ONCE;
  useEffect(() => {
    if (!small) return;
    const timer = setTimeout(() => void prepare(), 250);
    return () => clearTimeout(timer);
  }, [small, prepare]);

  const use = async (way: ShareWay) => {
    setFailed('');
    setBusy(true);
    try {
      const result = await prepare();
      if (!result) return;
      const { blob: container, ...rest } = result;
      const of = await way.share({ container, ...rest, answers });
      setOutcome({ way: way.id, of, made: result });
    } catch (error) {
      setFailed(sentence(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <LinkSection view={pseudonyms ? (current?.view ?? null) : view} pseudonyms={pseudonyms} />
      <section aria-label="Names">
        <label className="share-pseudonyms">
          <Checkbox checked={pseudonyms} disabled={!held} onChange={() => setPseudonyms(!pseudonyms)} />
          Replace names by pseudonyms: hosts, switches, users, systems, files, conditions
        </label>
        {held && pseudonyms && (
          <Names
            held={held}
            kept={kinds}
            onKept={setKept}
            onRenumber={() => void renumber()}
            onWords={(words) => void setWords(words)}
          />
        )}
      </section>
      <section aria-label="Data">
        <h2>With the data</h2>
        <ul className="share-ways">
          {WAYS.map((way) => (
            <li key={way.id}>
              <div>
                <h3>{way.title}</h3>
                <p>
                  {way.holds}{' '}
                  {pseudonyms
                    ? 'Names are replaced; lines of files are left out.'
                    : 'With host names, paths and the lines around numbers.'}
                </p>
                <p className="muted">{sizeOf(way, held, current)}</p>
                {Object.entries(way.asks ?? {}).map(([name, label]) => (
                  <label key={name} className="share-asked">
                    {label}
                    <input
                      maxLength={300}
                      value={answers[name] ?? ''}
                      onChange={(event) => setAnswers({ ...answers, [name]: event.target.value })}
                    />
                  </label>
                ))}
              </div>
              <Button
                className="button button-primary"
                disabled={busy || progress !== null || !held || tooLarge(way, current)}
                onClick={() => void use(way)}
              >
                {way.action}
              </Button>
              {outcome?.way === way.id && outcome.made === current && (
                <div className="share-outcome" role="status">
                  <p>{outcome.of.said}</p>
                  {outcome.of.texts?.map((text) => (
                    <CopyText key={text.label} {...text} />
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
        {progress && (
          <p className="share-progress" role="status">
            {progress.what} …
            <progress
              max={progress.of}
              {...(progress.done < progress.of ? { value: progress.done } : {})}
              aria-label={progress.what}
            />
            <Button className="button" onClick={cancel}>
              Cancel
            </Button>
          </p>
        )}
        {(problem || failed) && (
          <p className="problem" role="alert">
            {problem || failed}
          </p>
        )}
      </section>
    </>
  );
}

const tooLarge = ({ most }: ShareWay, made: Made | null): boolean =>
  most !== null && made !== null && made.blob.size > most;

function sizeOf(way: ShareWay, held: Held | null, made: Made | null): string {
  if (made && way.most !== null && tooLarge(way, made))
    return `Size: ${formatValue(made.blob.size, 'B')}, more than the ${formatValue(way.most, 'B')} that this way can take.`;
  if (made) return `Size: ${formatValue(made.blob.size, 'B')}`;
  return held ? `Size: ${formatValue(held.bytes, 'B')} before packing` : 'Size: …';
}
