import { samples } from 'virtual:samples';
import * as v from 'valibot';
import { DEFAULT_VIEW, ViewSchema, type View } from '../share/view';
import type { ImportFile } from '../store/messages';

export { samples };

/** The files of a sample study, under a folder of its name. Rejects with a sentence for an unknown one. */
export async function sampleFiles(id: string): Promise<ImportFile[]> {
  const sample = samples.find((each) => each.id === id);
  if (!sample) throw new Error(`There is no sample named "${id}".`);
  const { files } = await sample.load();
  return files.map(([path, text]) => ({ file: new Blob([text]), path: `${id}/${path}` }));
}

/** How a sample opens: what its manifest says on top of the view of a first visit. */
export function sampleView(id: string): View {
  const result = v.safeParse(ViewSchema, {
    ...DEFAULT_VIEW,
    ...Object(samples.find((each) => each.id === id)?.view),
  });
  return result.success ? result.output : DEFAULT_VIEW;
}
