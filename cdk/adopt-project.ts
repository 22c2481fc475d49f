/**
 * Makes a person the owner of a project that create-api-key.ts made, and of its key, unless the project has an owner:
 * node cdk/adopt-project.ts --table <TableName output> --project prj_… --key-id <16 characters> --realm <UserPoolId
 * output> --email ada@example.com
 * The laptop calls it when the first person signs in. On a laptop, the email address is the subject of the identity
 * provider.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { claimKey } from '#lib/domain/api-keys/claim-key.ts';
import { adoptProject } from '#lib/domain/organizations/adopt-project.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { table: text, project: text, 'key-id': text, realm: text, email: text },
});
const options = z
  .object({
    ...{ table: z.string(), project: z.string(), 'key-id': z.string() },
    ...{ realm: z.string(), email: z.email() },
  })
  .parse(values);
const { project, email } = options;
const table = openTable(dynamodb(), options.table);
const user = { id: derivedId('usr', [options.realm, email]), email, name: email };
const organizationId = await adoptProject({ table, now: () => new Date() }, user, project);
if (organizationId !== undefined)
  await claimKey(table, user, { keyId: options['key-id'], organizationId, name: 'First key' });
