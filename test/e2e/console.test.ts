import { afterAll, beforeAll, expect, test } from 'vitest';
import { aVisitor, type Visitor } from '../support/console.ts';
import { type Service, startService } from '../support/local-service.ts';

let service: Service;
let ada: Visitor;
beforeAll(async () => {
  service = await startService();
  ada = await aVisitor(service);
});
afterAll(() => service.stop());

test('whoever is signed in is told who they are, and sees at once what they have made', async () => {
  const session = await ada.ask('GET', '/session');
  expect([session.status, session.body.user]).toEqual([200, ada.user]);
  const { organizationId, projectId } = await ada.newProject();
  const organizations = await ada.ask('GET', '/organizations');
  expect(organizations.body.data).toMatchObject([{ id: organizationId, role: 'owner' }]);
  const projects = await ada.ask('GET', `/organizations/${organizationId}/projects`);
  expect(projects.body.data).toMatchObject([{ id: projectId, organization_id: organizationId }]);
});
