import { personKey } from '#lib/domain/auth/person.ts';
import type { SendMail } from '#lib/platform/aws/mail.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { countOfDay } from '#lib/platform/limits/count-of-day.ts';
import { placesOf } from '#lib/platform/limits/id-sets.ts';
import { findOrganization } from '../organization-repository.ts';
import type { Invitation } from './invitation.ts';

export type MailInvitationDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
  /** Undefined if the deployment sends no email. */
  readonly sendMail: SendMail | undefined;
};

/** The outcome of sending the email with the link. */
export const mailOutcomes = ['sent', 'failed', 'limited', 'off'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/**
 * The maximum emails per UTC day, of an organization and of a person who invites. It keeps people from sending emails to
 * strangers in a loop.
 */
export const invitationMailsPerDay = 50;

/**
 * Counts an email of today. False if the organization or the person has sent all emails of the day. A person can create
 * and delete a hundred organizations a day, so a count per organization would not be enough.
 */
const countMail = async (
  { table, now }: Pick<MailInvitationDeps, 'table' | 'now'>,
  { organizationId, invitedBy }: Invitation,
): Promise<boolean> => {
  const limit = { what: 'mails', max: invitationMailsPerDay } as const;
  const owners = [placesOf(organizationId).key.pk, personKey(invitedBy.id).pk];
  const at = now();
  const { done } = await table.transact(owners.map((pk) => countOfDay(pk, limit, at)));
  return done;
};

/** Text that mail programs turn into a link: an address, or a domain. */
const linked = /:\/\/|@|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2}/u;

/** Any user may invite strangers, with an organization name of their choice. The name must not contain a link. */
const namedInMail = (name: string): string =>
  linked.test(name) ? 'an organization' : name.replaceAll(/\s+/g, ' ');

const textOf = (name: string, { email, role, invitedBy, expiresAt }: Invitation, url: string): string =>
  [
    `${invitedBy.email} invites you to ${name} on Earshot, as ${role}.`,
    `Open this link and sign in as ${email}:`,
    url,
    `It works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. If you do not know who invites you, ignore this email.`,
  ].join('\n\n');

/** Sends the invited person the link. A failure is returned and not thrown, because the link can still be passed on. */
export const mailInvitation = async (
  { table, now, sendMail }: MailInvitationDeps,
  invitation: Invitation,
  url: string,
): Promise<MailOutcome> => {
  if (!sendMail) return 'off';
  const { organizationId, id, email } = invitation;
  const ids = { organization_id: organizationId, invitation_id: id };
  try {
    const organization = await findOrganization(table, organizationId);
    // It was deleted a moment ago, so the link opens nothing.
    if (!organization) return 'failed';
    if (!(await countMail({ table, now }, invitation))) return 'limited';
    const name = namedInMail(organization.name);
    const text = textOf(name, invitation, url);
    await sendMail({ to: email, subject: `Invitation to ${name}`, text });
    log.info('invitation.mailed', ids);
    return 'sent';
  } catch (error) {
    // The error's message, from SES, may contain the address.
    log.info('invitation.mail_failed', {
      ...ids,
      error_name: error instanceof Error ? error.name : 'unknown',
    });
    return 'failed';
  }
};
