import { openQuery } from './sql';
import { notify, setView } from './state';

/** Entries of a chart's menu: its SQL on the clipboard, or in the tab SQL; `title` names the chart. */
export function sqlActions(statement: () => string, title: string): { label: string; run: () => void }[] {
  return [
    { label: 'Copy the SQL behind it', run: () => copySql(statement(), title) },
    {
      label: 'Open the SQL behind it',
      run: () => {
        openQuery(statement());
        setView({ tab: 'sql' });
      },
    },
  ];
}

function copySql(statement: string, title: string): void {
  // Without HTTPS or localhost a page has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const failed = () => notify('problem', `The browser gives no clipboard here. The SQL is: ${statement}`);
  if (!clipboard) return failed();
  clipboard.writeText(statement).then(() => notify('info', `The SQL behind ${title} is copied.`), failed);
}
