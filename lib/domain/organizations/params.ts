import * as z from 'zod';
import { pathId } from '#lib/platform/http/parameters.ts';

export const OrganizationParams = z.strictObject({
  organization_id: pathId('org', 'The id of one of your organizations.'),
});

export const ProjectParams = z.strictObject({ project_id: pathId('prj', 'The id of one of your projects.') });
