import type { Mode } from '../api/types.ts';
import { Badge } from './badge.tsx';

export const ModeBadge = ({ mode }: { mode: Mode }) => (
  <Badge tone={mode === 'live' ? 'good' : 'test'} text={mode} />
);
