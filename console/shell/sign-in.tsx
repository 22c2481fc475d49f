import { useEffect, useRef } from 'preact/hooks';
import { signInUrl } from '../api/calls.ts';
import { hash } from '../router.ts';
import { Logo } from './logo.tsx';

/** Replaces the page but keeps its address, so that signing in returns to it. */
export const SignIn = ({ ended }: { ended: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Earshot';
    if (ended) heading.current?.focus();
  }, [ended]);
  return (
    <main class="sign-in">
      <Logo />
      <h1 ref={heading} tabIndex={-1}>
        {ended ? 'Your session has ended' : 'Speech to text, in your own cloud'}
      </h1>
      <p class="quiet">
        {ended
          ? 'Sign in again to continue where you left off.'
          : 'Transcribe a recording, create API keys, and see your usage and costs.'}
      </p>
      <a role="button" href={signInUrl(hash.value)}>
        Sign in
      </a>
      <p class="quiet small-print">
        <a href="/docs">Documentation</a> · <a href="/docs/api">API</a> · <a href="/v1/errors">Errors</a>
      </p>
    </main>
  );
};
