import type { Role } from '../api/types.ts';

/** The rights of each role, in the order of the selection. */
export const roleTexts: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: 'Owner', may: 'everything, members and payments included' },
  developer: { name: 'Developer', may: 'keys, webhooks, jobs and projects' },
  viewer: { name: 'Viewer', may: 'reads jobs, texts and settings, changes nothing' },
  billing: { name: 'Billing', may: 'payments and usage, no recordings or texts' },
};

export const isRole = (text: unknown): text is Role =>
  typeof text === 'string' && Object.hasOwn(roleTexts, text);
export const allRoles: readonly Role[] = Object.keys(roleTexts).filter(isRole);
