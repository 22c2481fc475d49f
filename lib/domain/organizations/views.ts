import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { instant } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { displayName } from '#lib/platform/text.ts';
import type { Organization, Project } from './organization.ts';
import { Right, rightsOf, Role } from './roles.ts';

const sentName = displayName(100).meta({ description: 'A name for people, shown as sent.' });

export const NewOrganization = z.strictObject({ name: sentName }).meta({ id: 'NewOrganization' });
export type NewOrganization = z.infer<typeof NewOrganization>;
export const NewProject = z.strictObject({ name: sentName }).meta({ id: 'NewProject' });
export type NewProject = z.infer<typeof NewProject>;

export const OrganizationView = z
  .object({
    id: z.string().regex(idPattern('org')),
    name: z.string(),
    role: Role.meta({ description: 'Your role.' }),
    rights: z.array(Right).meta({ description: 'What your role allows, for the buttons of a page.' }),
    created_at: instant,
  })
  .meta({
    id: 'Organization',
    description: 'An organization pays for its projects, which its members can see.',
  });
export type OrganizationView = z.infer<typeof OrganizationView>;
export const OrganizationPage = z.object(pageFields(OrganizationView)).meta({ id: 'OrganizationPage' });
export type OrganizationPage = z.infer<typeof OrganizationPage>;

export const ProjectView = z
  .object({
    id: z.string().regex(idPattern('prj')),
    organization_id: z.string().regex(idPattern('org')),
    name: z.string(),
    created_at: instant,
  })
  .meta({ id: 'Project', description: 'A project owns keys, jobs, files, webhooks and usage.' });
export type ProjectView = z.infer<typeof ProjectView>;
export const ProjectPage = z.object(pageFields(ProjectView)).meta({ id: 'ProjectPage' });
export type ProjectPage = z.infer<typeof ProjectPage>;

export const viewOrganization = ({ id, name, createdAt }: Organization, role: Role): OrganizationView => ({
  id,
  name,
  role,
  rights: rightsOf(role),
  created_at: createdAt,
});

export const viewProject = ({ id, organizationId, name, createdAt }: Project): ProjectView => ({
  id,
  organization_id: organizationId,
  name,
  created_at: createdAt,
});
