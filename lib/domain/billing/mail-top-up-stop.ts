import type { SendMail } from '#lib/platform/aws/mail.ts';
import { log } from '#lib/platform/log.ts';
import type { TopUpStop } from './top-up.ts';

export type MailTopUpStopDeps = {
  /** An organization and the email addresses of its members who may pay. Undefined if it was deleted. */
  readonly payersOf: (
    organizationId: string,
  ) => Promise<{ readonly name: string; readonly emails: ReadonlySet<string> } | undefined>;
  /** The console's origin, for the link. */
  readonly origin: string;
  /** Undefined if the deployment sends no email. */
  readonly sendMail: SendMail | undefined;
};

const causes: Readonly<Record<TopUpStop, string>> = {
  declined: 'the card was declined',
  authentication_required: "the card's bank wants you to confirm each payment",
  no_card: 'no card is saved any more',
  not_sold: 'the pack is no longer sold',
  returned: 'a payment was returned',
  unconfirmed: 'it is not known whether the last payment was made',
};

const textOf = (name: string, reason: TopUpStop, url: string): string =>
  [
    `Earshot has stopped buying credit for ${name} automatically: ${causes[reason]}.`,
    'New jobs are refused when the remaining credit is used up. This page says what to do, and turns it on again:',
    url,
    `You get this email once, because you may pay for ${name}.`,
  ].join('\n\n');

/**
 * Emails all members who may pay that automatic purchases have stopped. A failure is only logged, because the console
 * shows the stop too.
 */
export const mailTopUpStop = async (
  { payersOf, origin, sendMail }: MailTopUpStopDeps,
  { organizationId, reason }: { readonly organizationId: string; readonly reason: TopUpStop },
): Promise<void> => {
  if (!sendMail) return;
  const payers = await payersOf(organizationId);
  if (!payers) return;
  const name = payers.name.replaceAll(/\s+/g, ' ');
  const mail = {
    subject: `Automatic top-up of ${name} has stopped`,
    text: textOf(name, reason, `${origin}/#/organizations/${organizationId}/billing`),
  };
  const outcomes = await Promise.allSettled([...payers.emails].map((to) => sendMail({ to, ...mail })));
  const failed = outcomes.filter(({ status }) => status === 'rejected').length;
  // The error message of SES may contain the address.
  log.info('payment.top_up_stop_mailed', {
    organization: organizationId,
    sent: outcomes.length - failed,
    failed,
  });
};
