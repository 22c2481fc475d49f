import type { CreatedInvitation } from '../api/types.ts';
import { SecretDialog } from '../parts/secret-dialog.tsx';

const mailTexts: Record<NonNullable<CreatedInvitation['mail']>, string> = {
  sent: 'An email with this link is on its way. You can pass the link on yourself, too.',
  failed: 'The email could not be sent. Pass the link on yourself: it works.',
  limited:
    'You or your organization have sent all invitations by email that you may send today. Pass the link on yourself.',
  off: 'This deployment sends no email. Pass the link on yourself, for example in a chat.',
};

type Props = { made: CreatedInvitation; url: string; onClose: () => void };

/** Shows the link of an invitation, which is available only once, and whether its email was sent. */
export const InvitationLink = ({ made: { email, mail }, url, onClose }: Props) => (
  <SecretDialog
    title={mail === 'sent' ? `Invited ${email}` : `Send this link to ${email}`}
    secret={url}
    note="It is shown only once. It works once, for seven days, for a person who signs in with this address."
    done="I have copied it"
    onClose={onClose}
  >
    <p>{mailTexts[mail ?? 'off']}</p>
  </SecretDialog>
);
