import type { Bucket } from './call.ts';

const dayMs = 86_400_000;

/** Deletes the objects that a lifecycle rule of their bucket expires. Returns their number. */
export const sweep = (buckets: Iterable<Bucket>, now: Date): number => {
  let deleted = 0;
  for (const { objects, lifecycle } of buckets) {
    for (const { key, lastModified } of objects.all()) {
      const ageDays = (now.getTime() - lastModified.getTime()) / dayMs;
      if (!lifecycle.some(({ prefix, days }) => key.startsWith(prefix) && ageDays > days)) continue;
      objects.remove(key);
      deleted += 1;
    }
  }
  return deleted;
};
