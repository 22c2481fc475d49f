import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  type SESv2Client,
  SESv2ServiceException,
} from '@aws-sdk/client-sesv2';
import type { Settings } from '../settings.ts';

type Sender = Pick<Settings, 'mailFrom' | 'mailIdentity'>;

/** What SES knows about the sender of emails. */
export type MailFacts =
  | { readonly isVerified: boolean; readonly isInSandbox: boolean }
  | { readonly unreadable: string };

/**
 * The identities of which SES must have verified one: the address, its domain or a domain above that. With
 * `mailIdentity` it is exactly that one, because Cognito is given it.
 */
const identitiesOf = ({ mailFrom = '', mailIdentity }: Sender): readonly string[] => {
  const labels = mailFrom.slice(mailFrom.indexOf('@') + 1).split('.');
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
  if (mailIdentity === 'domain') return domains.slice(0, 1);
  return mailIdentity === 'address' ? [mailFrom] : [mailFrom, ...domains];
};

const isVerified = async (client: Pick<SESv2Client, 'send'>, EmailIdentity: string): Promise<boolean> => {
  try {
    const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return found.VerifiedForSendingStatus === true;
  } catch (error) {
    if (error instanceof NotFoundException) return false;
    throw error;
  }
};

/** Asks SES about a sender. An error is returned as `unreadable`. */
export const readMail = async (client: Pick<SESv2Client, 'send'>, sender: Sender): Promise<MailFacts> => {
  try {
    const { ProductionAccessEnabled: isInProduction } = await client.send(new GetAccountCommand({}));
    const verified = await Promise.all(identitiesOf(sender).map((one) => isVerified(client, one)));
    return { isVerified: verified.includes(true), isInSandbox: isInProduction !== true };
  } catch (error) {
    if (error instanceof SESv2ServiceException) return { unreadable: `${error.name}: ${error.message}` };
    throw error;
  }
};

/** What keeps SES from sending the emails of a deployment, with the remedy; undefined if nothing does. */
export const mailProblem = (region: string, sender: Sender, facts: MailFacts): string | undefined => {
  if ('unreadable' in facts)
    return `SES could not be asked about mailFrom: ${facts.unreadable}. Allow ses:GetAccount and ses:GetEmailIdentity.`;
  if (!facts.isVerified)
    return `SES in ${region} has not verified ${identitiesOf(sender).join(' or ')}. Verify it there, or leave mailFrom out.`;
  return facts.isInSandbox
    ? `SES in ${region} is in its sandbox, so it mails to verified addresses only. Request production access in its console, or leave mailFrom out.`
    : undefined;
};
