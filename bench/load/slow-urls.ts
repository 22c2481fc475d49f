import { setTimeout as delay } from 'node:timers/promises';
import { randomId } from '#lib/platform/ids.ts';
import { startOrigin } from '../../test/support/https-origin.ts';
import { persistentCustomer } from '../../test/support/persistent.ts';
import { type Customers, insist } from './jobs.ts';

const byteEveryMs = 5_000;
const atOnce = 40;
const pollEveryMs = 20_000;

/** A web server that sends one byte every five seconds. */
export const startSlowWeb = async () => {
  const origin = await startOrigin();
  const url = origin.on('/slow.mp3', (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('I');
    const dripping = setInterval(() => response.write('D'), byteEveryMs);
    response.on('close', () => clearInterval(dripping));
  });
  return { url, allowed: origin.allowed, stop: origin.stop };
};

export type SlowJob = { readonly id: string; readonly view: () => Promise<any> };

/** Jobs of one project whose URLs never finish, 40 at a time. Whenever a job fails, queues the next one, until `isOver`. */
export const queueSlowUrls = async (
  { baseUrl, newKey }: Customers,
  url: string,
  isOver: () => boolean,
): Promise<{ readonly projectId: string; readonly jobs: readonly SlowJob[] }> => {
  const projectId = randomId('prj');
  const jobs: SlowJob[] = [];
  const keepQueued = async (): Promise<void> => {
    // A key may send 60 requests a minute.
    const key = await insist(() => newKey(projectId));
    while (!isOver()) {
      const customer = persistentCustomer(baseUrl, key, `slow-url-${randomId('job')}`);
      const id = await customer.queue({ audio_url: url });
      const view = () => customer.view(id);
      jobs.push({ id, view });
      while (!isOver() && (await view()).status !== 'failed') await delay(pollEveryMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepQueued));
  return { projectId, jobs };
};
