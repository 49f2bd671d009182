/** Work that can be broken off and taken up again: it yields at least every few thousand cells. See `model/turns`. */
export type Work<T> = Generator<void, T>;
