import { samples } from 'virtual:samples';
import type { ImportFile } from '../store/messages';

export { samples };

/** The files of a sample study, under a folder of its name. Rejects with a sentence for an unknown one. */
export async function sampleFiles(id: string): Promise<ImportFile[]> {
  const sample = samples.find((each) => each.id === id);
  if (!sample) throw new Error(`There is no sample named "${id}".`);
  const { files } = await sample.load();
  return files.map(([path, text]) => ({ file: new Blob([text]), path: `${id}/${path}` }));
}
