import { useEffect } from 'preact/hooks';
import { PageHeading } from '../parts/page-heading.tsx';

/** Where the window of a second sign-in ends. The page that opened it goes on by itself. */
export const SignedIn = () => {
  useEffect(() => close(), []);
  return <PageHeading title="You are signed in" lead="Close this window to go back to your page." />;
};
