import { sessionCookie } from '#lib/platform/http/cookies.ts';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type Answer, client, operatorTable, type Service } from './local-service.ts';

/** A signed-in user, created without the identity provider. */
export type Person = { readonly user: User; readonly cookie: string };

/** Creates a session directly in the table. `cookie` is the browser's cookie header. */
export const aPerson = async (table: Pick<Table, 'transact'>): Promise<Person> => {
  const id = randomId('usr');
  const user = { id, email: `${id}@example.com`, name: 'Ada' };
  return { user, cookie: await aSession(table, user) };
};

/** The cookie of an additional session of the user. */
export const aSession = async (table: Pick<Table, 'transact'>, user: User): Promise<string> =>
  `${sessionCookie}=${await startSession(table, user, { now: new Date() })}`;

/** The headers that the console's page sends with every request. */
export const asPage = (cookie: string): Record<string, string> => ({
  cookie,
  'sec-fetch-site': 'same-origin',
});

/** A signed-in user of a running service, with the requests of the page. */
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
  /** A new project in a new organization of the user. */
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
