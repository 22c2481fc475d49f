import { useEffect } from 'preact/hooks';
import { PageHeading } from '../parts/page-heading.tsx';

/** The last page in the window of a second sign-in. The page that opened the window continues automatically. */
export const SignedIn = () => {
  useEffect(() => close(), []);
  return <PageHeading title="You are signed in" lead="Close this window to go back to your page." />;
};
