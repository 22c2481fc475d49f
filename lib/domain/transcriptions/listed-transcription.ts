import type * as z from 'zod';
import { Transcription } from './transcription.ts';

/** The attributes of a job in the list index: no text, and nothing that changes with each chunk. */
export const ListedTranscription = Transcription.pick({
  tenant: true,
  id: true,
  status: true,
  requestId: true,
  createdAt: true,
  expiresAt: true,
  startedAt: true,
  completedAt: true,
  deletedAt: true,
  sourceDeletedAt: true,
  uploadId: true,
  fileId: true,
  name: true,
  audioMs: true,
  channels: true,
  detectedLanguage: true,
  billedMicroUsd: true,
  error: true,
});
export type ListedTranscription = z.infer<typeof ListedTranscription>;
