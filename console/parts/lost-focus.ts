/**
 * Gives the focus of what is removed, such as a button that has done its work, to the nearest heading that stays: a screen reader
 * would otherwise begin anew.
 */
export const watchFocus = (): void => {
  let path: readonly EventTarget[] = [];
  addEventListener('focusin', (event) => {
    path = event.composedPath();
  });
  // A press beside it gives the focus up.
  addEventListener('pointerdown', () => {
    path = [];
  });
  const giveOn = (): void => {
    if (document.activeElement !== document.body) return;
    const [focused, ...around] = path.filter((one) => one instanceof Element);
    if (!focused || focused.isConnected) return;
    path = [];
    focusHeading(
      around.find(({ isConnected }) => isConnected),
      { preventScroll: true },
    );
  };
  new MutationObserver(giveOn).observe(document, { childList: true, subtree: true });
};

/** Focuses the heading of the smallest section around the element that has one, or else the heading of the page. */
export const focusHeading = (element: Element | undefined, options?: FocusOptions): void => {
  const heading = headingNear(element);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
};

const headingNear = (element: Element | null | undefined): HTMLElement | null => {
  const section = element?.closest('section, dialog, main');
  if (!section) return document.querySelector('h1');
  return section.querySelector<HTMLElement>('h1, h2') ?? headingNear(section.parentElement);
};
