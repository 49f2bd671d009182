import { Button } from '@ariakit/react';
import { lazy, Suspense, useState } from 'react';
import './formats.css';

// The list comes with all readers, which the page itself does without.
const FormatsDialog = lazy(() => import('./FormatsDialog'));

/** "What can be read?": opens the list of formats. */
export function FormatsHelp() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="button-quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        What can be read?
      </Button>
      {open && (
        <Suspense>
          <FormatsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
