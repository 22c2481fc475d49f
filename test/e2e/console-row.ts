import type { Sent } from '../support/send.ts';

/** Ids for requests. Each call creates a new resource, because some requests consume it. */
export type Things = {
  readonly organization: () => Promise<string>;
  readonly project: () => Promise<string>;
  /** A member of the organization who is not its founder. The next field is an invitation to the organization. */
  readonly colleague: () => Promise<string>;
  readonly invitation: () => Promise<string>;
  /** A key in the project. All objects below are in the project too. */
  readonly apiKey: () => Promise<string>;
  readonly upload: () => Promise<string>;
  readonly job: () => Promise<string>;
  readonly endedJob: () => Promise<string>;
  readonly webhook: () => Promise<string>;
  /** A delivery of the webhook. */
  readonly delivery: (webhook: string) => Promise<string>;
  /** A valid webhook URL. */
  readonly url: string;
};

export type Row = {
  readonly ask: (things: Things) => Promise<Sent>;
  /** The response status for a member, and for a user of another organization. */
  readonly member: number;
  readonly stranger: number;
};

const root = '/api/platform/v1';
export const get = (path: string): Sent => ({ method: 'GET', path: root + path });
export const remove = (path: string): Sent => ({ method: 'DELETE', path: root + path });
const json = { 'content-type': 'application/json' };
export const post = (path: string, body?: object): Sent => ({
  method: 'POST',
  path: root + path,
  ...(body && { headers: json, body: JSON.stringify(body) }),
});
export const patch = (path: string, body: object = { status: 'enabled' }): Sent => ({
  method: 'PATCH',
  path: root + path,
  headers: json,
  body: JSON.stringify(body),
});
export const forAll = (status: number, sent: Sent): Row => ({
  ask: async () => sent,
  member: status,
  stranger: status,
});
/** A request for resources of an organization. */
export const forMembers = (member: number, ask: Row['ask']): Row => ({ ask, member, stranger: 404 });

/** A request for a webhook, with its project in the query. */
export const aboutWebhook = (
  member: number,
  { rest = '', send = (path: string): Sent => post(path) }: { rest?: string; send?: (path: string) => Sent },
): Row =>
  forMembers(member, async ({ project, webhook }) =>
    send(`/webhooks/${await webhook()}${rest}?project_id=${await project()}`),
  );
