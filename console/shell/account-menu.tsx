import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import type { Session } from '../api/types.ts';
import { signOut, signOutEverywhere } from '../session.ts';
import { Menu } from '../parts/menu.tsx';

export const AccountMenu = ({ user }: { user: Session['user'] }) => {
  const leave = useAction((everywhere: boolean) => (everywhere ? signOutEverywhere() : signOut()));
  const name = user.name || user.email;
  return (
    <Menu
      label={`Account: ${name}`}
      align="right"
      summary={<span class="initial">{name.slice(0, 1).toUpperCase()}</span>}
    >
      <p class="who">
        {user.name && <strong>{user.name}</strong>}
        <span class="quiet">{user.email}</span>
      </p>
      <a href="/docs">Documentation</a>
      <Button onClick={() => leave.run(false)} isBusy={leave.isBusy}>
        Sign out
      </Button>
      <Button onClick={() => leave.run(true)} disabled={leave.isBusy}>
        Sign out everywhere
      </Button>
      <ErrorNote error={leave.error} />
    </Menu>
  );
};
