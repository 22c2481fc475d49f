import type { Segment } from '../api/types.ts';
import type { Position } from './position.ts';
import { SegmentRow } from './segment-row.tsx';

type Props = {
  segments: readonly Segment[];
  position: Position | undefined;
  /** Undefined without a recording. */
  onSeek: ((ms: number) => void) | undefined;
};

export const SegmentList = ({ segments, position, onSeek }: Props) => (
  <ol class="segments">
    {segments.map((segment) => (
      <SegmentRow
        key={segment.id}
        segment={segment}
        position={position?.segmentId === segment.id ? position : undefined}
        onSeek={onSeek}
      />
    ))}
  </ol>
);
