import { useEffect } from 'preact/hooks';
import { lastMode } from '../last-mode.ts';
import { hashOf } from '../route.ts';
import { replaceWith } from '../router.ts';
import { firstProject, workspace } from '../workspace.ts';
import { FirstSteps } from './first-steps.tsx';

/** Leads to the project that was open last; a newcomer makes one. */
export const Home = () => {
  const project = firstProject();
  useEffect(() => {
    if (project) replaceWith(hashOf.project({ projectId: project.id, mode: lastMode() }, 'playground'));
  }, [project]);
  return project ? null : <FirstSteps organization={workspace.value[0]} />;
};
