import { changeContract, contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { exampleId, none } from '#lib/platform/http/parameters.ts';
import { pageQuery } from '#lib/platform/http/cursor.ts';
import { type AuditEntryView, AuditPage } from './audit-log.ts';
import { OrganizationParams, ProjectParams } from './params.ts';
import {
  NewOrganization,
  NewProject,
  OrganizationPage,
  OrganizationView,
  ProjectPage,
  ProjectView,
} from './views.ts';

const organization: OrganizationView = {
  id: exampleId('org'),
  name: 'Analytical Engines',
  role: 'owner',
  rights: ['belong', 'read', 'build', 'pay', 'manage'],
  created_at: '2026-11-20T10:00:00.000Z',
};
const project: ProjectView = {
  id: exampleId('prj'),
  organization_id: exampleId('org'),
  name: 'Call centre',
  created_at: '2026-11-20T10:00:00.000Z',
};

export const createOrganization = createContract({
  operationId: 'createOrganization',
  tag: 'Organizations',
  summary: 'Create an organization',
  description: 'You become its owner.',
  params: none,
  query: none,
  body: { schema: NewOrganization, example: { name: organization.name } },
  success: json(201, OrganizationView, organization),
  errors: ['invalid_state'],
});

export const listOrganizations = contract({
  operationId: 'listOrganizations',
  tag: 'Organizations',
  summary: 'List your organizations',
  description: 'The organizations that you belong to, newest first.',
  params: none,
  query: pageQuery('org'),
  success: json(200, OrganizationPage, { data: [organization], has_more: false, next_cursor: null }),
  errors: [],
});

export const changeOrganization = changeContract({
  operationId: 'changeOrganization',
  tag: 'Organizations',
  summary: 'Rename an organization',
  description: 'Its id and everything in it stay as they are.',
  params: OrganizationParams,
  query: none,
  body: { schema: NewOrganization, example: { name: organization.name } },
  success: json(200, OrganizationView, organization),
  errors: ['not_found'],
});

export const deleteOrganization = contract({
  operationId: 'deleteOrganization',
  tag: 'Organizations',
  summary: 'Delete an organization',
  description:
    'Deletes the organization for all its members, at once. It must have no projects, no subscription, no unfinished purchase and, where credit is sold, no balance below zero. Open checkout pages are closed. Credit that is left is lost. Payments, charges and the audit log are kept.',
  params: OrganizationParams,
  query: none,
  success: empty,
  errors: ['not_found', 'invalid_state', 'service_unavailable'],
});

const entry: AuditEntryView = {
  id: exampleId('aud'),
  created_at: '2026-11-20T10:00:00.000Z',
  action: 'member.role_changed',
  actor: { id: exampleId('usr'), email: 'ada@example.com' },
  target: { id: exampleId('usr'), name: 'grace@example.com' },
  change: { from: 'viewer', to: 'developer' },
};

export const listAudit = contract({
  operationId: 'listAudit',
  tag: 'Organizations',
  summary: 'Read the audit log',
  description:
    'Who changed what in the organization, its members, projects, API keys and webhooks, newest first. An entry is written together with its change.',
  params: OrganizationParams,
  query: pageQuery('aud'),
  success: json(200, AuditPage, { data: [entry], has_more: false, next_cursor: null }),
  errors: ['not_found'],
});

export const createProject = createContract({
  operationId: 'createProject',
  tag: 'Projects',
  summary: 'Create a project',
  description: 'A project has its own keys, jobs and usage. Its organization pays for it.',
  params: OrganizationParams,
  query: none,
  body: { schema: NewProject, example: { name: project.name } },
  success: json(201, ProjectView, project),
  errors: ['not_found', 'invalid_state'],
});

export const listProjects = contract({
  operationId: 'listProjects',
  tag: 'Projects',
  summary: 'List the projects of an organization',
  description: "The organization's projects, newest first.",
  params: OrganizationParams,
  query: pageQuery('prj'),
  success: json(200, ProjectPage, { data: [project], has_more: false, next_cursor: null }),
  errors: ['not_found'],
});

export const changeProject = changeContract({
  operationId: 'changeProject',
  tag: 'Projects',
  summary: 'Rename a project',
  description: 'Its id, keys and jobs stay as they are.',
  params: ProjectParams,
  query: none,
  body: { schema: NewProject, example: { name: project.name } },
  success: json(200, ProjectView, project),
  errors: ['not_found'],
});

export const deleteProject = contract({
  operationId: 'deleteProject',
  tag: 'Projects',
  summary: 'Delete a project',
  description:
    'Its API keys are refused from the next request on. Within minutes its webhooks are deleted, its realtime sessions ended, its unfinished jobs canceled, and its texts and audio erased. Its charges stay in the ledger of the organization.',
  params: ProjectParams,
  query: none,
  success: empty,
  errors: ['not_found', 'invalid_state'],
});
