import {
  observeWindowOffset,
  observeWindowRect,
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
  /** The height of a row before it is drawn, in pixels. */
  estimate: (row: number) => number;
  /** What lies over the top of the page, in pixels. */
  coveredPx: number;
};

/** What stays visible below a row that is scrolled to, so that one reads ahead of the voice. */
const aheadPx = 200;

/** Draws only the rows in view of a long list that scrolls with the page. */
export const useWindowRows = ({ list, count, estimate, coveredPx }: Options): WindowRows => {
  const [, render] = useReducer((times: number, _: void) => times + 1, 0);
  const [topPx, setTop] = useState(0);
  const options: VirtualizerOptions<Window, HTMLElement> = {
    count,
    estimateSize: estimate,
    overscan: 8,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
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
  // Its adapters call these two, which is all that they do besides rendering.
  /* oxlint-disable no-underscore-dangle */
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  /* oxlint-enable no-underscore-dangle */
  // What is above the list may change its height. Each frame of a scroll would have the browser lay out the page twice.
  useLayoutEffect(() => {
    if (list.current && !rows.isScrolling)
      setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
  });
  return rows;
};
