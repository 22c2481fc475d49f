import { StatusLink } from '../parts/status-link.tsx';
import type { Session } from '../api/types.ts';
import { initialOf } from '../format.ts';
import { hashOf } from '../route.ts';
import { signOut } from '../session.ts';
import { Menu } from '../parts/menu.tsx';
import { useSignOut } from './use-sign-out.tsx';

export const AccountMenu = ({ user }: { user: Session['user'] }) => {
  const leaving = useSignOut({ label: 'Sign out', act: signOut });
  const name = user.name || user.email;
  return (
    <>
      <Menu label={`Account: ${name}`} align="right" summary={<span class="initial">{initialOf(name)}</span>}>
        <p class="who">
          {user.name && <strong>{user.name}</strong>}
          <span class="quiet">{user.email}</span>
        </p>
        <a href={hashOf.account}>Account</a>
        <a href="/docs">Documentation</a>
        <StatusLink />
        {leaving.button}
      </Menu>
      {leaving.question}
    </>
  );
};
