import { ses } from '#lib/platform/aws/clients.ts';
import { type SendMail, sesMailer } from '#lib/platform/aws/mail.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

/** Sends emails; undefined if the deployment has no address to send from. */
export const liveMailer = (): SendMail | undefined => {
  const { MAIL_FROM: from } = readConfig({ MAIL_FROM: textVariable.optional() });
  return from === undefined ? undefined : sesMailer(ses(), from);
};
