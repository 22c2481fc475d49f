import type { RegisteredFile } from '#lib/domain/files/file.ts';
import type { CreateOutcome } from '#lib/domain/transcriptions/transcription-repository.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { Arrival, UploadRef } from '#lib/domain/uploads/upload-repository.ts';
import { type Upload, uploadKeptMs, type UploadPlan } from '#lib/domain/uploads/upload.ts';

const keyOf = ({ tenant, id }: UploadRef): string => `${tenant}/${id}`;

/** Uploads and files in memory. */
export const memorySources = () => {
  const uploads = new Map<string, Upload>();
  const files = new Map<string, RegisteredFile>();

  const uploadRefused = (ref: UploadRef, now: Date): CreateOutcome | undefined => {
    const upload = uploads.get(keyOf(ref));
    const kept = upload?.uploadedAt && Date.parse(upload.uploadedAt) > now.getTime() - uploadKeptMs;
    return upload?.status === 'uploaded' && kept ? undefined : { kind: 'upload_refused', upload };
  };
  const fileRefused = (ref: UploadRef, now: Date): CreateOutcome | undefined => {
    const file = files.get(keyOf(ref));
    return file && new Date(file.expiresAt) > now ? undefined : { kind: 'file_refused', file };
  };

  return {
    /** The reason to refuse the source, or undefined. */
    refused: ({ tenant, uploadId, fileId }: Transcription, now: Date): CreateOutcome | undefined => {
      if (uploadId !== null) return uploadRefused({ tenant, id: uploadId }, now);
      return fileId === null ? undefined : fileRefused({ tenant, id: fileId }, now);
    },
    consume: ({ tenant, id, uploadId }: Transcription): void => {
      const upload = uploadId === null ? undefined : uploads.get(keyOf({ tenant, id: uploadId }));
      if (upload) uploads.set(keyOf(upload), { ...upload, status: 'consumed', usedBy: id });
    },
    files: {
      add: (file: RegisteredFile): void => void files.set(keyOf(file), file),
      find: async (ref: UploadRef) => files.get(keyOf(ref)),
      expire: async (ref: UploadRef, now: Date): Promise<void> => {
        const file = files.get(keyOf(ref));
        if (file && new Date(file.expiresAt) > now)
          files.set(keyOf(ref), { ...file, expiresAt: now.toISOString() });
      },
    },
    uploads: {
      all: uploads,
      add: (upload: Upload): void => void uploads.set(keyOf(upload), upload),
      find: async (ref: UploadRef) => uploads.get(keyOf(ref)),
      markUploaded: async (ref: UploadRef, { eTag, bytes, at }: Arrival): Promise<boolean> => {
        const upload = uploads.get(keyOf(ref));
        if (!upload || upload.status === 'consumed') return false;
        if (upload.uploadedAt !== undefined && upload.uploadedAt > at.toISOString()) return false;
        uploads.set(keyOf(ref), { ...upload, status: 'uploaded', uploadedAt: at.toISOString(), eTag, bytes });
        return true;
      },
      notePlan: async (ref: UploadRef, plan: UploadPlan): Promise<boolean> => {
        const upload = uploads.get(keyOf(ref));
        if (upload?.eTag !== plan.eTag) return false;
        uploads.set(keyOf(ref), { ...upload, plan });
        return true;
      },
    },
  };
};
