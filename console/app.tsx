import type { Session } from './api/types.ts';
import { ErrorNote } from './parts/error-note.tsx';
import { Loading } from './parts/loading.tsx';
import { OfflineNote } from './parts/offline-note.tsx';
import { Pages } from './pages.tsx';
import { Toasts } from './parts/toast.tsx';
import { StatusLink } from './parts/status-link.tsx';
import { routeOf } from './route.ts';
import { hash } from './router.ts';
import { loadSession, session } from './session.ts';
import { Header } from './shell/header.tsx';
import { shownTenant } from './shell/shown-tenant.ts';
import { SendingTray } from './sending/sending-tray.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { Tabs } from './shell/tabs.tsx';

export const App = () => {
  const { value } = session;
  if (value.is === 'signed_out') return <SignIn />;
  // Both states share one place in the tree, so that an ended session keeps the state of its page.
  if (value.is === 'signed_in' || value.is === 'ended') {
    return (
      <>
        <Shell user={value.user} isHidden={value.is === 'ended'} />
        {value.is === 'ended' && <SignInAgain />}
      </>
    );
  }
  return (
    <main class="container">
      {value.is === 'unknown' ? (
        <Loading what="Earshot" />
      ) : (
        <>
          <h1>Earshot could not be loaded</h1>
          <ErrorNote error={value.error} onRetry={() => void loadSession()} />
          <StatusLink text="See whether it is known" />
        </>
      )}
    </main>
  );
};

const Shell = ({ user, isHidden }: { user: Session['user']; isHidden: boolean }) => {
  const route = routeOf(hash.value);
  const { project, mode } = shownTenant(route);
  return (
    <div hidden={isHidden}>
      <a class="skip" href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <OfflineNote />
      <Header user={user} />
      <div class="shell">
        {project && <Tabs project={project} mode={mode} route={route} />}
        <main id="content" tabIndex={-1}>
          <Pages />
        </main>
      </div>
      <div class="corner">
        <SendingTray route={route} />
        <Toasts />
      </div>
    </div>
  );
};

/** A script moves the focus, because the address fragment already holds the route. */
const skipToContent = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
};
