import { Button, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useState } from 'react';
import { download, fileName } from '../../charts/export';
import { mappingText, type Mapping } from '../../formats/tables/mapping';
import { forgetMapping, rememberedMappings } from '../../session/imports';
import './mapping.css';

/** Columns named of a mapping without a name. */
const NAMED = 6;

/** The tables whose columns are remembered: each can be saved or forgotten. */
export function RememberedDialog({ onClose }: { onClose: () => void }) {
  const [mappings, setMappings] = useState(rememberedMappings);
  const list = Object.entries(mappings).toReversed();
  return (
    <Dialog open onClose={onClose} className="dialog dialog-wide" backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">Remembered tables</DialogHeading>
      <p>
        Files with one of these headers are read without a question. What was read stays when one is
        forgotten.
      </p>
      {list.length === 0 && <p className="muted">None is remembered.</p>}
      <ul className="remembered">
        {list.map(([fingerprint, mapping]) => {
          const title = titleOf(mapping);
          return (
            <li key={fingerprint}>
              <span className="remembered-title">
                {title}
                <span className="muted">
                  {' '}
                  {mapping.columns.length} columns, {mapping.kind}
                </span>
              </span>
              <Button
                className="button-quiet"
                onClick={() =>
                  download(
                    fileName(mapping.name ?? 'table', 'mapping.json'),
                    new Blob([mappingText(mapping)], { type: 'application/json' }),
                  )
                }
              >
                Save<span className="visually-hidden"> the mapping of {title}</span>
              </Button>
              <Button
                className="button-quiet"
                onClick={() => {
                  forgetMapping(fingerprint);
                  setMappings(rememberedMappings());
                }}
              >
                Forget<span className="visually-hidden"> {title}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <DialogDismiss className="button">Close</DialogDismiss>
    </Dialog>
  );
}

function titleOf({ name, columns }: Mapping): string {
  if (name !== undefined) return name;
  const named = columns.slice(0, NAMED).map(({ column }) => column);
  return `${named.join(', ')}${columns.length > NAMED ? ' …' : ''}`;
}
