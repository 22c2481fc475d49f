import type * as z from 'zod';
import { Transcription } from './transcription.ts';

/** A job as its project's list knows it: what the list index carries, which is no text and nothing that moves with each chunk. */
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
  audioMs: true,
  detectedLanguage: true,
  billedMicroUsd: true,
  error: true,
});
export type ListedTranscription = z.infer<typeof ListedTranscription>;

/** The attributes that the list index has to carry. */
export const listedAttributes: readonly string[] = Object.keys(ListedTranscription.shape);
