import { signInUrl } from '../api/calls.ts';
import { Button } from '../parts/button.tsx';
import { useModal } from '../parts/use-modal.ts';
import { hashOf } from '../route.ts';
import { hash } from '../router.ts';
import { Logo } from './logo.tsx';

/** Signs in in a new window, so that the page keeps its state. If the browser allows no window, signs in in this one. */
const signIn = (): void => {
  const opened = open(signInUrl(hashOf.signedIn), 'sign-in', 'popup,width=520,height=680');
  if (!opened) location.assign(signInUrl(hash.peek()));
};

/** Covers the page of an ended session. A modal dialog is above the page's own dialogs, and returns the focus when it closes. */
export const SignInAgain = () => {
  const modal = useModal();
  return (
    <dialog {...modal} class="sign-in" aria-labelledby="ended">
      <Logo />
      <h1 id="ended" tabIndex={-1} autofocus>
        Your session has ended
      </h1>
      <p class="quiet">Sign in again to continue where you were. Nothing on your page is lost.</p>
      <Button tone="main" onClick={signIn}>
        Sign in
      </Button>
    </dialog>
  );
};
