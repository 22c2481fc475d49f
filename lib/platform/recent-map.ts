/** A map of at most `max` values, which drops the one that was set longest ago. */
export const recentMap = <Value>(max: number) => {
  const all = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => all.get(key),
    set: (key: string, value: Value): void => {
      all.delete(key);
      const [oldest] = all.keys();
      if (all.size >= max && oldest !== undefined) all.delete(oldest);
      all.set(key, value);
    },
    delete: (key: string): void => void all.delete(key),
  };
};
