import type { BrowserContext } from '@playwright/test';

/** What must never happen in any test: a request to another origin, a violation of the policy, an error nobody caught. */
export async function watch(context: BrowserContext, origin: string, faults: string[]): Promise<void> {
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?|ftp):$/.test(url.protocol) && url.origin !== origin)
      faults.push(`request to ${url.href}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (/content.security.policy|policy violation/i.test(message.text())) faults.push(message.text());
  });
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content Security Policy: ${event.violatedDirective} by ${event.blockedURI}`),
    ),
  );
}
