/**
 * Other origins that a content security policy lets the page fetch from: those that `scripts/allow-origin.mjs` wrote into the
 * page. An empty policy (no page of a build) allows none.
 */
export function allowedOrigins(policy: string): string[] {
  const connect = policy.split(';').find((part) => part.trim().startsWith('connect-src '));
  return (connect ?? '').split(/\s+/).filter((source) => /^https?:\/\//.test(source));
}

/** The policy in the head of this page. */
export function ownPolicy(): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  return tag?.content ?? '';
}
