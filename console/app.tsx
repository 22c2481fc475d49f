import { ErrorNote } from './parts/error-note.tsx';
import { Loading } from './parts/loading.tsx';
import { OfflineNote } from './parts/offline-note.tsx';
import { Pages } from './pages.tsx';
import { loadSession, session } from './session.ts';
import { Header } from './shell/header.tsx';
import { SignIn } from './shell/sign-in.tsx';

export const App = () => {
  const { value } = session;
  if (value.is === 'signed_out') return <SignIn ended={value.ended} />;
  if (value.is === 'signed_in') {
    return (
      <>
        <a class="skip" href="#content" onClick={skipToContent}>
          Skip to content
        </a>
        <OfflineNote />
        <Header user={value.user} />
        <main id="content" class="container" tabIndex={-1}>
          <Pages />
        </main>
      </>
    );
  }
  return (
    <main class="container">
      {value.is === 'unknown' ? (
        <Loading what="Earshot" />
      ) : (
        <ErrorNote error={value.error} onRetry={() => void loadSession()} />
      )}
    </main>
  );
};

/** Needs a script, because the address fragment holds the route. */
const skipToContent = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
};
