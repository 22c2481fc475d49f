import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, expect, test } from 'vitest';
import { mailProblem, readMail } from '#cdk/doctor/mail.ts';
import { listen } from '#local/ports.ts';

let close = async (): Promise<void> => {};
afterEach(() => close());

/** SES with an account, and identities that are verified or wait to be. Others do not exist. */
const sesThat = async (account: object | undefined, identities: Record<string, boolean> = {}) => {
  const listener = await listen(0);
  ({ close } = listener);
  listener.serve(({ url = '' }, response) => {
    const [, name = ''] = /\/identities\/(.+)$/.exec(decodeURIComponent(url)) ?? [];
    const isVerified = identities[name];
    const answer = url.endsWith('/account')
      ? account
      : isVerified !== undefined && { VerifiedForSendingStatus: isVerified };
    const error = account ? 'NotFoundException' : 'AccessDeniedException';
    response
      .writeHead(answer ? 200 : 400, { 'content-type': 'application/json', 'x-amzn-errortype': error })
      .end(JSON.stringify(answer || { message: 'no' }));
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  return new SESv2Client({ endpoint: listener.url, region: 'eu-central-1', credentials, maxAttempts: 1 });
};

const mailFrom = 'earshot@app.example.com';
const production = { ProductionAccessEnabled: true };

test.each([
  ['its address', { [mailFrom]: true }, undefined],
  ['its domain', { 'app.example.com': true }, undefined],
  ['a domain above', { 'example.com': true }, undefined],
  ['exactly the domain of the setting', { 'app.example.com': true }, 'domain'],
  ['exactly the address of the setting', { [mailFrom]: true }, 'address'],
] as const)('a sender has no finding if SES has verified %s', async (_, identities, mailIdentity) => {
  const sender = { mailFrom, mailIdentity };
  const facts = await readMail(await sesThat(production, identities), sender);
  expect(facts).toEqual({ isVerified: true, isInSandbox: false });
  expect(mailProblem('eu-central-1', sender, facts)).toBeUndefined();
});

test.each([
  ['does not know it', {}, undefined, /earshot@app\.example\.com or app\.example\.com or example\.com/],
  ['waits for its proof', { [mailFrom]: false }, undefined, /has not verified/],
  ['has verified its domain only', { 'app.example.com': true }, 'address', /not verified earshot@app/],
  ['has verified its address only', { [mailFrom]: true }, 'domain', /not verified app\.example\.com\./],
] as const)(
  'a sender is named with the identities that would do if SES %s',
  async (_, found, mailIdentity, text) => {
    const sender = { mailFrom, mailIdentity };
    const facts = await readMail(await sesThat(production, found), sender);
    expect(mailProblem('eu-central-1', sender, facts)).toMatch(text);
  },
);

test('a sender is named if SES is in its sandbox', async () => {
  const facts = await readMail(await sesThat({ ProductionAccessEnabled: false }, { [mailFrom]: true }), {
    mailFrom,
  });
  expect(mailProblem('eu-central-1', { mailFrom }, facts)).toMatch(/sandbox.*production access/);
});

test('a doctor that may not ask SES says which rights it needs', async () => {
  const facts = await readMail(await sesThat(undefined), { mailFrom });
  expect(mailProblem('eu-central-1', { mailFrom }, facts)).toMatch(
    /AccessDeniedException: no.*ses:GetAccount and ses:GetEmailIdentity/,
  );
});
