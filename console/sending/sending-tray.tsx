import { count } from '../format.ts';
import { useUnloadWarning } from '../parts/use-unload-warning.ts';
import { hashOf, type Route } from '../route.ts';
import { progressOf, unfinished } from './sendings.ts';
import { SendingProgress } from './sending-progress.tsx';

/** What is being sent, on all pages but the playground, which shows it itself. The browser asks before it is left. */
export const SendingTray = ({ route }: { route: Route }) => {
  const [first, ...more] = unfinished.value;
  useUnloadWarning(first !== undefined);
  if (!first || route.page === 'playground') return null;
  return (
    <aside class="tray" aria-label="Sending">
      <a href={hashOf.project(first.tenant, 'playground')}>{first.name}</a>
      <SendingProgress sending={first} progress={progressOf(first.id)} />
      {more.length > 0 && <span class="quiet">and {count(more.length, 'other')}</span>}
    </aside>
  );
};
