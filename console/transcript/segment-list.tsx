import { useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Segment } from '../api/types.ts';
import type { Match } from './search.ts';
import { type RowOptions, type RowProps, SegmentRow } from './segment-row.tsx';
import type { Timeline } from './timeline.ts';
import { useIsPrinting } from './use-printing.ts';
import { useWindowRows } from './use-window-rows.ts';

type Props = RowOptions & {
  segments: readonly Segment[];
  timeline: Timeline;
  matches: readonly Match[];
  currentMatch: Match | undefined;
  /** Whether the playing row is kept in view. */
  follows: () => boolean;
  /** The height of the player above the list, in pixels. */
  coveredPx: number;
};

const charactersPerLine = 70;
const linePx = 26;
const paddingPx = 18;
const none: readonly Match[] = [];

/**
 * A row that is rendered again only if one of its properties has changed, because scrolling renders all rows in view
 * with each frame.
 */
const Row = (props: RowProps) => useMemo(() => <SegmentRow {...props} />, Object.values(props));

/** The segments of a recording. On a screen only those in view are rendered, on paper all. */
export const SegmentList = (props: Props) => {
  const { segments, timeline, matches, currentMatch, follows, coveredPx, ...options } = props;
  const list = useRef<HTMLOListElement>(null);
  const rows = useWindowRows({
    list,
    count: segments.length,
    estimate: (row) =>
      paddingPx + linePx * Math.ceil((segments[row]?.text.length ?? 0) / charactersPerLine || 1),
    coveredPx,
  });
  const matchesOfRow = useMemo(() => Map.groupBy(matches, ({ row }) => row), [matches]);
  useEffect(() => {
    if (currentMatch) rows.scrollToIndex(currentMatch.row, { align: 'center' });
  }, [currentMatch]);
  const playingRow = useRef<number>(undefined);
  useSignalEffect(() => {
    const row = options.position.value?.row;
    if (row === undefined || row === playingRow.current) return;
    playingRow.current = row;
    if (follows()) rows.scrollToIndex(row, { align: 'auto' });
  });
  const isPrinting = useIsPrinting();
  const contentOf = (segment: Segment, row: number) => (
    <Row
      {...options}
      row={row}
      segment={segment}
      words={timeline.words[row] ?? []}
      matches={matchesOfRow.get(row) ?? none}
      currentMatch={currentMatch?.row === row ? currentMatch : undefined}
    />
  );
  if (isPrinting) {
    return (
      <ol ref={list} class="segments">
        {segments.map((segment, row) => (
          <li key={row}>{contentOf(segment, row)}</li>
        ))}
      </ol>
    );
  }
  return (
    <ol
      ref={list}
      class="segments"
      style={{ height: `${rows.getTotalSize()}px`, '--covered': `${coveredPx}px` }}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const segment = segments[index];
        return segment ? (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={segments.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
          >
            {contentOf(segment, index)}
          </li>
        ) : null;
      })}
    </ol>
  );
};
