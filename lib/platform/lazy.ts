/** Makes a value when it is first asked for, once. Most functions never ask for what `Intl` makes, and it takes long. */
export const lazy = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
