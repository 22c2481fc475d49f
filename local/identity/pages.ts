import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 24rem; margin: 12vh auto; padding: 0 1rem; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { margin: 0.5rem 0 1rem; padding: 0.6rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of a page without scripts. Its form is redirected to `origins`. */
export const pageHeaders = (origins: readonly string[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // Browsers also check the redirects after a form against this list.
    `form-action 'self' ${origins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`;

/** `problem` is inserted as HTML. */
export const signInPage = (problem?: string): string =>
  page(
    'Sign in to Earshot',
    `<p>This page runs on your laptop. Any email address signs in, without a password.</p>
<form method="post">
${problem === undefined ? '' : `<p id="problem" role="alert">${problem}</p>`}
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus${
      problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
    }>
<button>Sign in</button>
</form>`,
  );

/** `form` is the provider's HTML. The button refers to its id. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out of Earshot',
    `${form}
<p>You have signed out of the console. To sign in as another user, sign out here too.</p>
<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  );

export const signedOutPage = (): string => page('Signed out', '<p>You can close this page.</p>');

export const failurePage = (): string =>
  page(
    'Sign-in failed',
    '<p>The attempt expired or was used twice. Go back to the console and sign in again.</p>',
  );
