import { ApiError } from '../api/api-error.ts';
import { createKey } from '../api/calls.ts';
import type { Project } from '../api/types.ts';
import { fill } from './fill.ts';
import { findProject } from './find-project.ts';

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'The key could not be created.';

const fillIn = async (project: Project, button: HTMLButtonElement, note: HTMLElement): Promise<void> => {
  button.disabled = true;
  try {
    const key = { name: 'From the documentation', mode: 'test', expires_at: null } as const;
    const { secret } = await createKey(project.id, key);
    fill('key', secret ?? '');
    note.textContent = 'The key is in the code below. It is shown only until you leave this page.';
    button.remove();
  } catch (error) {
    note.textContent = messageOf(error);
    button.disabled = false;
  }
};

const offer = (project: Project): HTMLElement => {
  const line = document.createElement('p');
  line.className = 'own-key';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Fill in a new test key';
  const note = document.createElement('span');
  note.setAttribute('aria-live', 'polite');
  note.textContent = `It costs nothing, and belongs to your project ${project.name}.`;
  button.addEventListener('click', () => void fillIn(project, button, note));
  line.append(button, note);
  return line;
};

/**
 * Offers to fill in a key where the code needs one, if the reader is signed in. It creates a new key, because keys are
 * stored as hashes.
 */
export const offerKey = async (): Promise<void> => {
  const place = document.querySelector('[data-fill="key"]')?.closest('.tabs-of-code, .code');
  if (!place) return;
  try {
    const project = await findProject();
    if (project) place.before(offer(project));
  } catch {
    // The reader is not signed in, so the placeholder stays.
  }
};
