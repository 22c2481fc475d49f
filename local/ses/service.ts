import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { restError, restReply, type RestService } from '../aws-endpoint/rest-service.ts';
import type { Place } from '../template/attributes.ts';
import { writePrivate } from '../write-private.ts';

const Text = z.object({ Data: z.string() });
const Email = z.object({
  FromEmailAddress: z.email(),
  Destination: z.object({ ToAddresses: z.tuple([z.email()]) }),
  Content: z.object({ Simple: z.object({ Subject: Text, Body: z.object({ Text }) }) }),
});

const emailIn = (body: Buffer): z.infer<typeof Email> | undefined => {
  try {
    return Email.parse(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
};

type Deps = { readonly place: Place; readonly dir: string; readonly log: (line: string) => void };

/** The part of SES that functions use: SendEmail of a text to one address. An email becomes a private file in `dir`. */
export const sesService =
  ({ place: { region, accountId }, dir, log }: Deps): RestService =>
  (method, path) => {
    if (method !== 'POST' || path !== '/v2/email/outbound-emails') return undefined;
    return {
      operation: 'SendEmail',
      grant: (body) => {
        const from = emailIn(body)?.FromEmailAddress ?? '';
        const resource = `arn:aws:ses:${region}:${accountId}:identity/${from}`;
        return { action: 'ses:SendEmail', resource, context: { 'ses:FromAddress': [from] } };
      },
      run: async ({ body }) => {
        const email = emailIn(body);
        if (!email) return restError(400, 'BadRequestException', 'Only a text to one address is supported.');
        const {
          Destination: { ToAddresses: to },
          Content: { Simple: content },
        } = email;
        const MessageId = randomUUID();
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        const file = join(dir, `${MessageId}.json`);
        writePrivate(file, {
          from: email.FromEmailAddress,
          to: to[0],
          subject: content.Subject.Data,
          text: content.Body.Text.Data,
        });
        log(`An email is in ${file}`);
        return restReply(200, { MessageId });
      },
    };
  };
