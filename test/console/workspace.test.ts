import { afterEach, expect, test } from 'vitest';
import type { Right } from '../../console/api/types.ts';
import { landingPage, mayOpen, projectsNamed, workspace } from '../../console/workspace.ts';

const at = '2026-11-20T10:00:00.000Z';
const organization = (name: string, projects: readonly string[], rights: Right[] = []) => ({
  id: `org_${name}`,
  name,
  role: 'owner' as const,
  created_at: at,
  rights,
  projects: projects.map((one) => ({
    id: `prj_${one}`,
    organization_id: `org_${name}`,
    name: one,
    created_at: at,
  })),
});
const all = [organization('Engines', ['Calls', 'Notes']), organization('Mills', ['Calls to mills'])];

test.each([
  ['', [['Calls', 'Notes'], ['Calls to mills']]],
  ['note', [['Notes']]],
  ['CALLS', [['Calls'], ['Calls to mills']]],
  ['mills', [['Calls to mills']]],
  ['engines', [['Calls', 'Notes']]],
  ['nothing', []],
])('a search for %j finds projects by their name and that of their organization', (text, found) => {
  expect(projectsNamed(all, text).map(({ projects }) => projects.map(({ name }) => name))).toEqual(found);
});

afterEach(() => {
  workspace.value = [];
});

test.each([
  ['a viewer', ['belong', 'read'], ['jobs', 'keys', 'usage'], 'jobs'],
  ['somebody who pays', ['belong', 'pay'], ['usage'], 'usage'],
  ['a developer', ['belong', 'read', 'build'], ['playground', 'live', 'jobs', 'keys', 'usage'], 'playground'],
] satisfies [string, Right[], string[], string][])(
  'the pages that %s opens, also by their address, are those that the role allows',
  (_, rights, opened, first) => {
    workspace.value = [organization('Engines', ['Calls'], rights)];
    const pages = ['playground', 'live', 'jobs', 'keys', 'usage'] as const;
    expect(pages.filter((page) => mayOpen({ projectId: 'prj_Calls', page }))).toEqual(opened);
    expect(landingPage('prj_Calls')).toBe(first);
  },
);
