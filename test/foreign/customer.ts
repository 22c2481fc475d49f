import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createKey } from '#lib/domain/api-keys/create-key.ts';
import { listKeys } from '#lib/domain/api-keys/list-keys.ts';
import { revokeKey } from '#lib/domain/api-keys/revoke-key.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { invite } from '#lib/domain/organizations/members/invite.ts';
import { revokeInvitation } from '#lib/domain/organizations/members/revoke-invitation.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import type { Cloud } from './ministack.ts';

const user = { id: 'usr_ada', email: 'ada@example.com', name: 'Ada' };
const request = { user, body: { name: 'Engines' }, bodyFingerprint: 'engines' };

/**
 * An organization in the table of a deployment, with a project, a live key and an invitation that uses the last free place. It
 * is written directly, because MiniStack passes no cookies to the console's functions.
 */
export const aCustomer = async ({ clientOptions }: Cloud, tableName: string) => {
  const tableOf = (name: string) => openTable(new DynamoDBClient(clientOptions), name);
  const deps = { table: tableOf(tableName), now: () => new Date(), limits: Limits.parse({}) };
  const idOf = (prefix: 'org' | 'prj' | 'key' | 'inv') => ({ ...deps, newId: () => randomId(prefix) });
  const organization = await createOrganization(idOf('org'), user, request);
  const organizationId = organization.value.id;
  const projectId = (await createProject(idOf('prj'), { organizationId }, request)).value.id;
  const { value: key } = await createKey(
    idOf('key'),
    { projectId, organizationId },
    { ...request, body: { name: 'server', mode: 'live', expires_at: null } },
  );
  const inviteOne = async (name: string): Promise<string> => {
    const place = { limits: { membersPerOrganization: 1 }, origin: '', sendMail: undefined };
    const inviting = { ...idOf('inv'), ...place, table: tableOf(name) };
    const body = { email: 'grace@example.com', role: 'developer' } as const;
    return (await invite(inviting, { organizationId }, { ...request, body })).value.id;
  };
  const invitationId = await inviteOne(tableName);
  return {
    key: key.secret ?? '',
    /** Revokes the key and the invitation, as the console does. */
    revoke: async () => {
      await revokeKey(deps, { projectId, id: key.id }, { organizationId, actor: user });
      await revokeInvitation(deps, { organizationId, id: invitationId }, user);
    },
    /** The revocation time of the key in another table, and the result of inviting another person there. */
    afterRevoking: async (name: string) => {
      const { data } = await listKeys(tableOf(name), { projectId }, { limit: 1 });
      return [data[0]?.revoked_at, await inviteOne(name)];
    },
  };
};
