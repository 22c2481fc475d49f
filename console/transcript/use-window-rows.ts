import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

export type WindowRows = Virtualizer<Window, HTMLElement>;

type Options = {
  list: RefObject<HTMLElement | null>;
  count: number;
  /** The estimated height of a row before it is rendered, in pixels. */
  estimate: (row: number) => number;
  /** How much of the top of the page is covered, in pixels. */
  coveredPx: number;
};

/** How much stays visible below a row after scrolling to it, so that the reader can read ahead of the voice. */
const aheadPx = 200;

/** The rows to render: those in view and the row that has the focus, because a removed row would lose the focus. */
const rowsOf = (list: HTMLElement | null, range: Range): number[] => {
  const drawn = defaultRangeExtractor(range);
  const focused = list?.querySelector<HTMLElement>(':scope > :focus-within')?.dataset['index'];
  return focused === undefined ? drawn : [...new Set([...drawn, Number(focused)])].toSorted((a, b) => a - b);
};

/** Renders only the rows in view of a long list that scrolls with the page. */
export const useWindowRows = ({ list, count, estimate, coveredPx }: Options): WindowRows => {
  const [, render] = useReducer((times: number, _: void) => times + 1, 0);
  const [topPx, setTop] = useState(0);
  const options: VirtualizerOptions<Window, HTMLElement> = {
    count,
    estimateSize: estimate,
    overscan: 8,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    rangeExtractor: (range) => rowsOf(list.current, range),
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => scrollY,
    scrollMargin: topPx,
    scrollPaddingStart: coveredPx,
    scrollPaddingEnd: aheadPx,
    onChange: () => render(),
  };
  const [rows] = useState(() => new Virtualizer(options));
  rows.setOptions(options);
  // The library's adapters do nothing but call these two methods and render.
  /* oxlint-disable no-underscore-dangle */
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  /* oxlint-enable no-underscore-dangle */
  // The content above the list may change its height. Not while scrolling, because the browser would lay out the page
  // twice in each frame.
  useLayoutEffect(() => {
    if (list.current && !rows.isScrolling)
      setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
  });
  return rows;
};
