import type { Mode, Project } from '../api/types.ts';
import { lastMode } from '../last-mode.ts';
import type { Route } from '../route.ts';
import { shownProject } from './shown-project.ts';

/** The project and mode to which the header and the tabs lead. */
export const shownTenant = (route: Route): { project: Project | undefined; mode: Mode } => ({
  project: shownProject(route),
  mode: 'mode' in route ? route.mode : lastMode(),
});
