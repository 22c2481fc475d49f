/**
 * Makes a person the owner of a project that create-api-key.ts made, and of its key, unless the project has an owner.
 * `sub` is the id that the user pool has for the person. On a laptop it is the email address. Prints one JSON line
 * {organization_id}, which is null if the project has an owner. The laptop calls it when the first person signs in.
 */
import * as z from 'zod';
import { claimKey } from '#lib/domain/api-keys/claim-key.ts';
import { userIdOf } from '#lib/domain/auth/session.ts';
import { adoptProject } from '#lib/domain/organizations/adopt-project.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readOptions } from './read-options.ts';

const text = { type: 'string' } as const;
const values = readOptions(
  { table: text, project: text, 'key-id': text, realm: text, subject: text, email: text },
  'node cdk/adopt-project.ts --table <TableName output> --project prj_… --key-id <16 characters> --realm <UserPoolId output> --subject <sub> --email ada@example.com',
);
const options = z
  .object({
    table: z.string(),
    project: z.string(),
    'key-id': z.string(),
    realm: z.string(),
    subject: z.string(),
    email: z.email(),
  })
  .safeParse(values);
if (!options.success) {
  console.error(z.prettifyError(options.error));
  process.exit(2);
}
const { project, realm, subject, email, ...given } = options.data;
const table = openTable(dynamodb(), given.table);
const user = { id: userIdOf(realm, subject), email, name: email };
const deps = { table, now: () => new Date() };
const organizationId = await adoptProject(deps, user, project);
if (organizationId !== undefined)
  await claimKey(deps, user, { keyId: given['key-id'], organizationId, name: 'First key' });
console.log(JSON.stringify({ organization_id: organizationId ?? null }));
