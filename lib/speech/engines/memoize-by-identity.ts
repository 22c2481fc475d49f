/** Memoizes by object identity, because all segments of a chunk share one options object. */
export const memoizeByIdentity = <Key extends object, Value>(
  make: (key: Key) => Value,
): ((key: Key) => Value) => {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const value = cache.get(key) ?? make(key);
    cache.set(key, value);
    return value;
  };
};
