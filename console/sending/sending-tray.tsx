import { count } from '../format.ts';
import { useUnloadWarning } from '../parts/use-unload-warning.ts';
import { hashOf, type Route } from '../route.ts';
import { progressOf, unfinished } from './sendings.ts';
import { SendingProgress } from './sending-progress.tsx';

/**
 * The running sendings, on all pages except the playground, which shows them itself. The browser asks for confirmation
 * before the user leaves.
 */
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
