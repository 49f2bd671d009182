import { notify } from './state';

/** Puts the SQL behind a chart on the clipboard; `title` names the chart. */
export function copySql(statement: string, title: string): void {
  // Without HTTPS or localhost a page has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const failed = () => notify('problem', `The browser gives no clipboard here. The SQL is: ${statement}`);
  if (!clipboard) return failed();
  clipboard.writeText(statement).then(() => notify('info', `The SQL behind ${title} is copied.`), failed);
}
