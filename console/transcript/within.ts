/** Tells whether the target of an event is inside of an element that a selector matches. */
export const within =
  (target: EventTarget | null) =>
  (selector: string): boolean =>
    target instanceof Element && target.closest(selector) !== null;
