import type { TranscriptionView } from '../api/types.ts';

const quarter = 25;

/** The state of a job for screen readers, which would otherwise announce the progress of each poll. */
export const spokenState = ({ status, progress }: Pick<TranscriptionView, 'status' | 'progress'>): string => {
  const percent = Math.floor(progress.percent / quarter) * quarter;
  const texts = {
    queued: 'The job is queued.',
    processing: `Transcribing, ${percent} percent.`,
    completed: 'The job is completed.',
    failed: 'The job has failed.',
    canceled: 'The job was canceled.',
  };
  return texts[status];
};
