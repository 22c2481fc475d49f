/**
 * Creates a value once, when it is first needed. Creating objects of `Intl` takes long, and most functions never need them.
 */
export const lazy = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
