import { writeLink } from '../../share/link';
import { INLINE_LIMIT } from '../../share/data';
import { ADDRESS_THAT_PASSES, dataInLink, TRIED } from '../../share/transport/inline';
import { addressOf, type ShareWay } from './ways';

/** A link that has the data in itself. */
export const INLINE: ShareWay = {
  id: 'inline',
  title: 'A link with the data in it',
  holds: `For small works: all that is loaded stands in the address, behind the #, which is never sent to a server. Up to ${INLINE_LIMIT.toLocaleString('en')} characters.`,
  action: 'Make link',
  most: TRIED,
  share: async ({ container, view }) => {
    const data = await dataInLink(container);
    if (!data.fits) {
      const needs = data.characters === null ? '' : ` It would take ${data.characters.toLocaleString('en')}.`;
      throw new Error(
        `This work is too large for a link, which holds up to ${data.limit.toLocaleString('en')} characters of data.${needs} Send it as a file.`,
      );
    }
    const value = addressOf(writeLink({ ...view, data: [{ inline: data.text }] }));
    const long = value.length > ADDRESS_THAT_PASSES;
    return {
      said: `The link has ${value.length.toLocaleString('en')} characters.${long ? ' Some mail and chat programs cut links of this length: whoever opens a cut one is told.' : ''}`,
      texts: [{ label: 'Link with the data', value }],
    };
  },
};
