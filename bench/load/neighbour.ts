import { setTimeout as delay } from 'node:timers/promises';
import { randomId } from '#lib/platform/ids.ts';
import { client } from '../../test/support/local-service.ts';
import { persistentCustomer } from '../../test/support/persistent.ts';
import { insist } from './jobs.ts';

const everyMs = 2_000;

type Neighbour = { readonly baseUrl: string; readonly key: string; readonly file: Blob };

/** A job of another project, and when it ran by this machine's clock. */
export type Turnaround = { readonly ms: number; readonly fromMs: number; readonly toMs: number };

/** Jobs of another project, one after the other, until `isOver`. */
export const neighbourJobs = async (
  { baseUrl, key, file }: Neighbour,
  isOver: (jobs: number) => boolean,
): Promise<Turnaround[]> => {
  const times: Turnaround[] = [];
  while (!isOver(times.length)) {
    const fromMs = Date.now();
    const customer = persistentCustomer(baseUrl, key, randomId('key'));
    const id = await insist(async () => customer.queue({ upload_id: await customer.upload(file) }));
    const { created_at, completed_at } = await insist(() => client(baseUrl, key).ended(id));
    times.push({ ms: Date.parse(completed_at) - Date.parse(created_at), fromMs, toMs: Date.now() });
    await delay(everyMs);
  }
  return times;
};
