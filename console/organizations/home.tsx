import { useEffect } from 'preact/hooks';
import { lastMode } from '../last-mode.ts';
import { hashOf } from '../route.ts';
import { replaceWith } from '../router.ts';
import { currentUser } from '../session.ts';
import { initialProject, landingPage, workspace } from '../workspace.ts';
import { FirstSteps } from './first-steps.tsx';

/**
 * Redirects to the project opened last. A user without a project creates one here, in an organization where the user's
 * role allows it.
 */
export const Home = () => {
  const project = initialProject();
  useEffect(() => {
    if (project)
      replaceWith(hashOf.project({ projectId: project.id, mode: lastMode() }, landingPage(project.id)));
  }, [project]);
  const user = currentUser();
  if (project || !user) return null;
  const organization = workspace.value.find(({ rights }) => rights.includes('build'));
  return <FirstSteps user={user} organization={organization} />;
};
