import type { View } from '../../share/view';

/** What is shared: the work as one container, and the view of it that the link restores. */
export interface Content {
  readonly container: Blob;
  /** Of the container, hex. */
  readonly sha256: string;
  readonly view: View;
  readonly pseudonymous: boolean;
  /** What the user wrote where the way asks, by the names of what it asks. */
  readonly answers: Readonly<Record<string, string>>;
}

/** What came of it: a sentence, and texts to be sent. */
export interface ShareOutcome {
  readonly said: string;
  readonly texts?: readonly { readonly label: string; readonly value: string }[];
}

/** A way to share a view with its data. */
export interface ShareWay {
  readonly id: string;
  readonly title: string;
  /** What it holds and where it goes, in sentences. */
  readonly holds: string;
  /** Label of its button. */
  readonly action: string;
  /** Largest container in bytes; null = any. */
  readonly most: number | null;
  /** Labels of short texts that the user may give, by their names. */
  readonly asks?: Readonly<Record<string, string>>;
  /** Does it. Rejects with a sentence. */
  readonly share: (content: Content) => Promise<ShareOutcome> | ShareOutcome;
}

/** The address of this page with another fragment. */
export const addressOf = (fragment: string): string => window.location.href.replace(/#.*$/s, '') + fragment;
