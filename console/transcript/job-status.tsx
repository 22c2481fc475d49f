import type { Job } from '../api/types.ts';
import { Badge } from '../parts/badge.tsx';

const tones = {
  queued: 'busy',
  processing: 'busy',
  completed: 'good',
  failed: 'bad',
  canceled: 'plain',
} as const;

export const JobStatus = ({ status }: Pick<Job, 'status'>) => <Badge tone={tones[status]} text={status} />;
