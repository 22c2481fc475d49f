import { readStored, writeStored } from '../parts/stored.ts';

const nameOf = (projectId: string): string => `first-steps-hidden/${projectId}`;

export const isDismissed = (projectId: string): boolean => readStored(nameOf(projectId)) !== null;

/** Hides the first steps of a project in this browser. */
export const dismiss = (projectId: string): void => writeStored(nameOf(projectId), 'yes');
