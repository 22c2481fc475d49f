import type { Session } from './api/types.ts';
import { ErrorNote } from './parts/error-note.tsx';
import { Loading } from './parts/loading.tsx';
import { OfflineNote } from './parts/offline-note.tsx';
import { Pages } from './pages.tsx';
import { Toasts } from './parts/toast.tsx';
import { routeOf } from './route.ts';
import { hash } from './router.ts';
import { loadSession, session } from './session.ts';
import { Header } from './shell/header.tsx';
import { shownTenant } from './shell/shown-tenant.ts';
import { SignIn } from './shell/sign-in.tsx';
import { Tabs } from './shell/tabs.tsx';

export const App = () => {
  const { value } = session;
  if (value.is === 'signed_out') return <SignIn ended={value.ended} />;
  if (value.is === 'signed_in') return <Shell user={value.user} />;
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

const Shell = ({ user }: { user: Session['user'] }) => {
  const route = routeOf(hash.value);
  const { project, mode } = shownTenant(route);
  return (
    <>
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
      <Toasts />
    </>
  );
};

/** Needs a script, because the address fragment holds the route. */
const skipToContent = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
};
