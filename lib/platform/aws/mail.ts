import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Hands an email over for delivery. Throws if it is not taken. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Sends by Amazon SES from an address that is, or is of a domain that is, a verified identity. */
export const sesMailer =
  (client: Pick<SESv2Client, 'send'>, from: string): SendMail =>
  async ({ to, subject, text }) => {
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
      }),
    );
  };
