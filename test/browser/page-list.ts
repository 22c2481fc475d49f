export type Addresses = {
  /** The project's address, `/#/projects/prj_…`. `inTest` is its address in test mode. */
  readonly project: string;
  readonly inTest: string;
  readonly organizationId: string;
};

/** Each page, with a text that appears once the page has loaded. The data is that of `answerWithData`. */
export const pageList = ({ project, inTest, organizationId }: Addresses): [path: string, ready: string][] => [
  [`${project}/playground`, 'call-42'],
  [`${project}/jobs`, 'interview.m4a'],
  [`${project}/jobs/ofq_1`, 'Channel 2'],
  [`${project}/jobs/ofq_2`, 'Given back'],
  [`${project}/jobs/ofq_3`, '0:24 of 1:01'],
  [`${project}/live`, 'Not started'],
  [`${project}/keys`, 'No key yet.'],
  [`${project}/webhooks`, 'disabled'],
  [`${project}/webhooks/whk_1`, 'Timeout after'],
  [`${project}/usage`, 'This console'],
  [`${inTest}/playground`, 'Free, up to 60 minutes a day'],
  [`${inTest}/jobs/ofq_5`, 'It costs nothing.'],
  [`${inTest}/keys`, 'No key yet.'],
  [`${inTest}/webhooks`, 'disabled'],
  [`${inTest}/usage`, 'No completed job on these days.'],
  [`/#/organizations/${organizationId}/members`, 'grace@example.com'],
  [`/#/organizations/${organizationId}/settings`, 'Organization'],
  [`/#/organizations/${organizationId}/audit`, 'Changed the role of'],
  ['/#/account', 'Chrome on Android'],
  [`/#/invitations/${organizationId}/inv_1/secret`, 'invites you to Analytical Engines'],
  [`/#/organizations/${organizationId}/billing`, 'Plan and payment methods'],
  ['/#/organizations', 'New organization'],
  ['/#/nowhere', 'There is no such page.'],
];

/** Each dialog, by its page and the button that opens the dialog. */
export const dialogList = ({
  project,
  organizationId,
}: Pick<Addresses, 'project' | 'organizationId'>): [path: string, button: string][] => [
  [`${project}/keys`, 'New key'],
  [`${project}/webhooks`, 'New endpoint'],
  [`${project}/webhooks/whk_1`, 'Edit'],
  [`${project}/webhooks/whk_1`, 'Rotate secret'],
  [`${project}/webhooks/whk_1`, 'Send failed ones again'],
  [`${project}/webhooks/whk_1`, 'transcription.completed'],
  [`${project}/jobs/ofq_1`, 'Delete'],
  [`/#/organizations/${organizationId}/members`, 'Invite'],
  [`/#/organizations/${organizationId}/settings`, 'Rename'],
  [`/#/organizations/${organizationId}/settings`, 'Delete Call centre'],
  [`/#/organizations/${organizationId}/billing`, 'Change'],
  [`/#/organizations/${organizationId}/billing`, 'Change top-up'],
  ['/#/organizations', 'New organization'],
];
