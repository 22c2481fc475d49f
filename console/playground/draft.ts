import type { Signal } from '@preact/signals';
import type { Tenant } from '../api/types.ts';
import { keptSignal } from '../parts/kept.ts';
import { dropFile, keepFile } from '../sending/kept-files.ts';
import { isSent } from '../sending/sendings.ts';
import { lengthOf } from './audio-length.ts';
import type { SampleLanguage } from './code-samples.ts';
import { type ChosenOptions, noOptions } from './options.ts';

/** A chosen recording. `id` identifies its kept file. */
export type ChosenFile = {
  id: string;
  name: string;
  size: number;
  /** Null while unknown, and for formats that the browser does not play. */
  ms: number | null;
  isRecorded: boolean;
};

export type View = 'result' | 'code' | 'json';

/** The values filled in at the playground of a project in a mode. They are kept across changes of tab and reloads. */
export type Draft = {
  source: 'files' | 'url';
  files: ChosenFile[];
  url: string;
  options: ChosenOptions;
  view: View;
  language: SampleLanguage;
  /** The id of the sending whose result is shown. Null for the newest. */
  shownId: string | null;
};

const emptyDraft: Draft = {
  source: 'files',
  files: [],
  url: '',
  options: noOptions,
  view: 'result',
  language: 'curl',
  shownId: null,
};

const drafts = new Map<string, Signal<Draft>>();

/** The draft of a tenant. Every call returns the same signal. */
export const draftOf = ({ projectId, mode }: Tenant): Signal<Draft> => {
  const name = `playground/${projectId}/${mode}`;
  const draft = drafts.get(name) ?? keptSignal(name, emptyDraft);
  drafts.set(name, draft);
  return draft;
};

export const changeDraft = (draft: Signal<Draft>, change: Partial<Draft>): void => {
  draft.value = { ...draft.peek(), ...change };
};

/** Adds a recording, with its length if the browser can determine it. Resolves to the id of the file. */
export const addFile = async (draft: Signal<Draft>, file: File, recordedMs?: number): Promise<string> => {
  const added: ChosenFile = {
    id: keepFile(file),
    name: file.name,
    size: file.size,
    ms: recordedMs ?? null,
    isRecorded: recordedMs !== undefined,
  };
  changeDraft(draft, { source: 'files', files: [...draft.peek().files, added] });
  if (recordedMs !== undefined) return added.id;
  const ms = await lengthOf(file);
  const files = draft.peek().files.map((one) => (one.id === added.id ? { ...one, ms } : one));
  changeDraft(draft, { files });
  return added.id;
};

export const removeFile = (draft: Signal<Draft>, id: string): void => {
  changeDraft(draft, { files: draft.peek().files.filter((one) => one.id !== id) });
  if (!isSent(id)) dropFile(id);
};
