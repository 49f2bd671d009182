import { seriesStyle } from '../../charts/colours';

/** Colour of a part of the time of ranks: computing is grey, the rest of MPI lighter than any call, calls by their place. */
export const colorOf = (id: string, place: number): string =>
  id === 'compute' ? 'var(--hatch)' : id === 'other MPI' ? 'var(--series-8)' : seriesStyle(place).color;
