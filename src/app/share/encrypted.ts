import { download } from '../../charts/export';
import { writeLink } from '../../share/link';
import { encryptWork } from '../../share/transport/encrypted';
import { sha256Of } from '../../store/sha256';
import { addressOf, type ShareWay } from './ways';

/** An encrypted file for a store of the owner's, and the links that have its key. */
export const ENCRYPTED: ShareWay = {
  id: 'encrypted',
  title: 'An encrypted file',
  holds:
    'For a store that others can read: only who has the link can open the file, for the key stands in the link alone. Whoever has both has the data.',
  action: 'Encrypt and save',
  most: null,
  share: async ({ container, view }) => {
    const { file, key } = await encryptWork(container);
    const sha256 = await sha256Of(file);
    const name = `${sha256.slice(0, 16)}.fabriscope-encrypted`;
    download(name, file);
    const link = (data: typeof view.data) => addressOf(writeLink({ ...view, data }));
    return {
      said: `Saved as ${name}. Its key is made anew each time and is kept nowhere but in these links: keep one.`,
      texts: [
        { label: 'Link where the file is put beside the app', value: link([{ url: name, sha256, key }]) },
        { label: 'Link where the file is sent another way, to be dropped', value: link([{ sha256, key }]) },
      ],
    };
  },
};
