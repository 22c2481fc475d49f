import { expect, test } from 'vitest';
import { projectsNamed } from '../../console/workspace.ts';

const at = '2026-11-20T10:00:00.000Z';
const organization = (name: string, projects: readonly string[]) => ({
  ...{ id: `org_${name}`, name, role: 'owner' as const, created_at: at },
  rights: [],
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
