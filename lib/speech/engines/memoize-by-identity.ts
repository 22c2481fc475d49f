/** All segments of a chunk ask with the same list, so what is made of it is made once. */
export const memoizeByIdentity = <Key extends object, Value>(
  make: (key: Key) => Value,
): ((key: Key) => Value) => {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
};
