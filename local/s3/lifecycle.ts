import type { Bucket } from './call.ts';

const dayMs = 86_400_000;

/** Deletes the objects that are older than a lifecycle rule of their bucket lets them be. @returns how many */
export const sweep = (buckets: Iterable<Bucket>, now: Date): number => {
  let swept = 0;
  for (const { objects, lifecycle } of buckets) {
    for (const { key, lastModified } of objects.all()) {
      const ageDays = (now.getTime() - lastModified.getTime()) / dayMs;
      if (!lifecycle.some(({ prefix, days }) => key.startsWith(prefix) && ageDays > days)) continue;
      objects.remove(key);
      swept += 1;
    }
  }
  return swept;
};
