import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 24rem; margin: 12vh auto; padding: 0 1rem; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { margin: 0.5rem 0 1rem; padding: 0.6rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of a page that may run nothing; its form leads, by redirects, to `origins` at last. */
export const pageHeaders = (origins: readonly string[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // Browsers hold the redirects that follow a form to this list too.
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

/** `problem` is a text of ours. */
export const signInPage = (problem?: string): string =>
  page(
    'Sign in to Earshot',
    `<p>This page is part of your laptop: any e-mail address signs in, without a password.</p>
<form method="post">
${problem === undefined ? '' : `<p id="problem" role="alert">${problem}</p>`}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus${
      problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
    }>
<button>Sign in</button>
</form>`,
  );

/** `form` comes from the provider, and its id is what the button names. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out of Earshot',
    `${form}
<p>You have left the console. Sign out here too, to sign in as somebody else.</p>
<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  );

export const signedOutPage = (): string => page('Signed out', '<p>You can close this page.</p>');

export const failurePage = (): string =>
  page(
    'That did not work',
    '<p>The attempt took too long, or was made twice. Go back to the console and sign in again.</p>',
  );
