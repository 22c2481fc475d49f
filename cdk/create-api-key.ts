/**
 * Creates an API key for a deployed stack without the console.
 * A new project belongs to no organization: its charges lower no balance, and prepayment does not limit it.
 * A key of an organization's project is listed there, as one of its two of each mode.
 * Needs AWS credentials that may read, put and update items of the table. Prints one JSON line {project_id, api_key}.
 */
import * as z from 'zod';
import { createOperatorKey } from '#lib/domain/organizations/create-operator-key.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { idPattern, randomId } from '#lib/platform/ids.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(
  {
    table: { type: 'string' },
    project: { type: 'string' },
    mode: { type: 'string', default: 'live' },
  },
  'node cdk/create-api-key.ts --table <TableName output> [--project prj_…] [--mode live|test]',
);
const options = z
  .object({
    table: z.string({ error: 'Pass the name of the table: --table <TableName output of the data stack>' }),
    project: z
      .string()
      .regex(idPattern('prj'), 'A project id is prj_ and 26 lowercase letters and digits.')
      .default(() => randomId('prj')),
    mode: z.enum(['live', 'test']),
  })
  .safeParse(values);
if (!options.success) {
  console.error(options.error.issues.map(({ message }) => message).join('\n'));
  process.exit(2);
}
const { table, project, mode } = options.data;
const deps = { table: openTable(dynamodb(), table), now: () => new Date() };
try {
  const apiKey = await createOperatorKey(deps, { projectId: project, mode });
  console.log(JSON.stringify({ project_id: project, api_key: apiKey }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
