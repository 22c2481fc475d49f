import { sessionCookie } from '#lib/platform/http/cookies.ts';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type Answer, client, operatorTable, type Service } from './local-service.ts';

/** Somebody who is signed in, without having come by the identity provider. */
export type Person = { readonly user: User; readonly cookie: string };

/** Signs somebody in directly in the table; `cookie` is what the browser sends from then on. */
export const aPerson = async (table: Pick<Table, 'putNew'>): Promise<Person> => {
  const id = randomId('usr');
  const user = { id, email: `${id}@example.com`, name: 'Ada' };
  return { user, cookie: await aSession(table, user) };
};

/** The cookie of one more session of somebody's. */
export const aSession = async (table: Pick<Table, 'putNew'>, user: User): Promise<string> =>
  `${sessionCookie}=${await startSession(table, user, new Date())}`;

/** What the console's page sends along with every request. */
export const asPage = (cookie: string): Record<string, string> => ({
  cookie,
  'sec-fetch-site': 'same-origin',
});

/** Somebody who is signed in to a running service, and the page that asks for them. */
export const aVisitor = async ({ stack }: Pick<Service, 'stack'>) => {
  const person = await aPerson(operatorTable(stack));
  const { call } = client(stack.baseUrl, undefined);
  const ask = (method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> =>
    call(method, `/api/platform/v1${path}`, {
      headers: { ...asPage(person.cookie), ...headers },
      ...(body !== undefined && { body }),
    });
  const made = async (path: string, name: string): Promise<string> =>
    (await ask('POST', path, { name })).body.id;
  /** A project of a fresh organization of theirs. */
  const newProject = async () => {
    const organizationId = await made('/organizations', 'Analytical Engines');
    return {
      organizationId,
      projectId: await made(`/organizations/${organizationId}/projects`, 'Call centre'),
    };
  };
  return { ...person, ask, newProject };
};
export type Visitor = Awaited<ReturnType<typeof aVisitor>>;
