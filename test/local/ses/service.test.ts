import { SESv2Client } from '@aws-sdk/client-sesv2';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sesMailer } from '#lib/platform/aws/mail.ts';
import { roleIdentity } from '#local/access/identities.ts';
import { parsePolicy } from '#local/access/policy.ts';
import { serveAws } from '#local/aws-endpoint/serve.ts';
import { type Listener, listen } from '#local/ports.ts';
import { sesService } from '#local/ses/service.ts';
import { testFolder } from '../../support/test-folder.ts';
import { localPlace as place } from '../../support/local-place.ts';

const from = 'earshot@example.com';
const role = roleIdentity(
  'secret',
  {
    arn: 'arn:aws:sts::000000000000:assumed-role/role/inviter',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:inviter',
  },
  parsePolicy({
    Statement: [
      {
        Effect: 'Allow',
        Action: 'ses:SendEmail',
        Resource: 'arn:aws:ses:us-east-1:000000000000:identity/*',
        Condition: { StringEquals: { 'ses:FromAddress': from } },
      },
    ],
  }),
);
const dir = testFolder();
const lines: string[] = [];

let listener: Listener;
beforeAll(async () => {
  listener = await listen(0);
  const none: any = {};
  const rest = { ses: sesService({ place, dir, log: (line) => lines.push(line) }) };
  const backends = { s3: none, dynamodb: none, sqs: none, secrets: none, kms: none, tables: [] };
  const identities = new Map([[role.credentials.accessKeyId, role]]);
  listener.serve(serveAws({ ...backends, rest, place, identities, now: () => new Date() }));
});
afterAll(async () => {
  await listener.close();
});

const mailerOf = (address: string) =>
  sesMailer(
    new SESv2Client({
      endpoint: listener.url,
      region: place.region,
      maxAttempts: 1,
      credentials: role.credentials,
    }),
    address,
  );
const mail = { to: 'grace@example.com', subject: 'Invitation to Büro', text: 'Open https://x.example/#/a' };

test('an email becomes a file that only its owner may read; the log says where, and nothing of its text', async () => {
  await mailerOf(from)(mail);
  const [name = ''] = readdirSync(dir);
  const file = join(dir, name);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ from, ...mail });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([`An email is in ${file}`]);
});

test('a function may send from the address of its policy only', async () => {
  await expect(mailerOf('boss@example.com')(mail)).rejects.toThrow(/AccessDenied|not authorized/);
});
