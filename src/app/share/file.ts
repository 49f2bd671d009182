import { download } from '../../charts/export';
import { writeLink } from '../../share/link';
import { addressOf, type ShareWay } from './ways';

/** A `.fabriscope` file, and the link that brings it where it is served beside the app. */
export const FILE: ShareWay = {
  id: 'file',
  title: 'A .fabriscope file',
  holds:
    'Everything that is loaded, to be sent as you like and dropped on any Fabriscope. Served beside the app, the link below brings it.',
  action: 'Save file',
  most: null,
  share: ({ container, sha256, view, pseudonymous }) => {
    const name = pseudonymous ? 'shared.fabriscope' : 'work.fabriscope';
    download(name, container);
    return {
      said: `Saved as ${name}. Put it beside the app on its server under this name, and this link opens it in this view; another content is refused by its sha256.`,
      texts: [
        {
          label: 'Link that brings the file',
          value: addressOf(writeLink({ ...view, data: [{ url: name, sha256 }] })),
        },
      ],
    };
  },
};
