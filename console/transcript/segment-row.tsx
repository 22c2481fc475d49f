import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Segment, TranscriptionView, Word } from '../api/types.ts';
import { clock, languageName } from '../format.ts';
import { type Piece, piecesOf } from './pieces.ts';
import type { Match } from './search.ts';
import type { Position } from './timeline.ts';
import { translatedInto } from './translated-into.ts';

export type RowOptions = {
  /** Undefined without a recording. */
  readonly onPlay: ((ms: number) => void) | undefined;
  readonly marksUncertain: boolean;
  readonly translation: NonNullable<TranscriptionView['request']>['translation'] | undefined;
  /** Whether the recording has several languages. */
  readonly showsLanguage: boolean;
  readonly position: ReadonlySignal<Position | undefined>;
};

export type RowProps = RowOptions & {
  row: number;
  segment: Segment;
  words: readonly Word[];
  /** The matches of the search in this segment, and the current one of them. */
  matches: readonly Match[];
  currentMatch: Match | undefined;
};

/** Words with a lower confidence are marked. */
const uncertainBelow = 0.6;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** A segment. A click on its time or on a word plays from there. */
export const SegmentRow = ({ row, segment, onPlay, position, translation, ...text }: RowProps) => {
  const wordAt = useComputed(() => (position.value?.row === row ? position.value.word : undefined)).value;
  const isPlaying = wordAt !== undefined;
  const time = clock(segment.start_ms);
  return (
    <div class={`segment ${isPlaying ? 'playing' : ''}`} aria-current={isPlaying ? 'true' : undefined}>
      {onPlay ? (
        <button type="button" class="time" onClick={() => onPlay(segment.start_ms)}>
          <span class="sr-only">Play from </span>
          {time}
        </button>
      ) : (
        <span class="time">{time}</span>
      )}
      <div class="text">
        <SegmentLabels segment={segment} showsLanguage={text.showsLanguage} />
        <SegmentText segment={segment} wordAt={wordAt} onPlay={onPlay} {...text} />
        {segment.translated_text !== null && (
          <span class="translation" lang={translatedInto(translation, segment.language)} dir="auto">
            {segment.translated_text}
          </span>
        )}
      </div>
    </div>
  );
};

const SegmentLabels = ({ segment, showsLanguage }: Pick<RowProps, 'segment' | 'showsLanguage'>) => {
  const { channel, language } = segment;
  if (channel === null && !(showsLanguage && language)) return null;
  return (
    <span class="labels">
      {channel !== null && <span class={`channel c${channel % 4}`}>Channel {channel + 1}</span>}
      {showsLanguage && language && <span>{languageName(language)}</span>}
    </span>
  );
};

type TextProps = Omit<RowProps, 'row' | 'position' | 'translation'> & { wordAt: number | undefined };

const SegmentText = ({
  segment,
  words,
  matches,
  currentMatch,
  wordAt,
  onPlay,
  marksUncertain,
}: TextProps) => {
  const isUncertain = ({ word }: Piece) =>
    marksUncertain && word !== undefined && (words[word]?.confidence ?? 1) < uncertainBelow;
  const classOf = (piece: Piece): string | undefined =>
    [
      piece.word !== undefined && onPlay && 'word',
      piece.word !== undefined && piece.word === wordAt && 'spoken',
      piece.match !== undefined && (matches[piece.match] === currentMatch ? 'match current' : 'match'),
      isUncertain(piece) && 'uncertain',
    ]
      .filter(Boolean)
      .join(' ') || undefined;
  const play = (piece: Piece) => {
    const word = piece.word === undefined ? undefined : words[piece.word];
    // Selecting text is not a click on a word.
    if (word && onPlay && getSelection()?.isCollapsed !== false) onPlay(word.start_ms);
  };
  const pieces = useMemo(() => piecesOf(segment.text, words, matches), [segment, words, matches]);
  return (
    <span lang={segment.language ?? undefined} dir="auto">
      {pieces.map((piece, at) => (
        <span
          key={at}
          class={classOf(piece)}
          title={
            isUncertain(piece) ? `Confidence ${percent(words[piece.word ?? 0]?.confidence ?? 0)}` : undefined
          }
          onClick={onPlay && piece.word !== undefined ? () => play(piece) : undefined}
        >
          {piece.text}
        </span>
      ))}
    </span>
  );
};
