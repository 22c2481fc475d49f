import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Passes an email on for delivery. Throws if it is not accepted. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Sends by Amazon SES. The sender's address or its domain must be a verified identity. */
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
