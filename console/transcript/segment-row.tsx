import type { Segment } from '../api/types.ts';
import { clock } from '../format.ts';
import type { Position } from './position.ts';
import { SegmentText } from './segment-text.tsx';

type Props = {
  segment: Segment;
  position: Position | undefined;
  onSeek: ((ms: number) => void) | undefined;
};

export const SegmentRow = ({ segment, position, onSeek }: Props) => {
  const content = (
    <>
      <span class="time" title={`Confidence ${Math.round(100 * segment.confidence)} %`}>
        {clock(segment.start_ms)}
      </span>
      <span class="text">
        {segment.channel !== null && <span class="channel">Channel {segment.channel + 1}</span>}
        <span lang={segment.language ?? undefined} dir="auto">
          <SegmentText segment={segment} position={position} />
        </span>
        {segment.translated_text !== null && (
          <span class="translation" dir="auto">
            {segment.translated_text}
          </span>
        )}
      </span>
    </>
  );
  return (
    <li class={position ? 'playing' : ''} aria-current={position ? 'true' : undefined}>
      {onSeek ? (
        <button type="button" onClick={() => onSeek(segment.start_ms)}>
          {content}
        </button>
      ) : (
        <div class="segment">{content}</div>
      )}
    </li>
  );
};
