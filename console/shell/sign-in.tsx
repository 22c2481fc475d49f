import { useEffect } from 'preact/hooks';
import { signInUrl } from '../api/calls.ts';
import { hash } from '../router.ts';
import { StatusLink } from '../parts/status-link.tsx';
import { statusUrl } from '../status-url.ts';
import { Logo } from './logo.tsx';

/** Replaces the page but keeps its address, so that signing in returns to it. */
export const SignIn = () => {
  useEffect(() => {
    document.title = 'Sign in · Earshot';
  }, []);
  return (
    <main class="sign-in">
      <Logo />
      <h1>Speech to text, in your own cloud</h1>
      <p class="quiet">Transcribe a recording, create API keys, and see your usage and costs.</p>
      <a role="button" href={signInUrl(hash.value)}>
        Sign in
      </a>
      <p class="quiet">
        <a href="/docs">Documentation</a> · <a href="/docs/api">API</a> · <a href="/v1/errors">Errors</a>
        {statusUrl !== undefined && ' · '}
        <StatusLink />
      </p>
    </main>
  );
};
