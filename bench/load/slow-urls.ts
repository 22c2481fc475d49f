import { randomId } from '#lib/platform/ids.ts';
import { startOrigin } from '../../test/support/https-origin.ts';
import { persistentCustomer } from '../../test/support/persistent.ts';
import type { Customers } from './jobs.ts';

const byteEveryMs = 5_000;

/** A web server that sends one byte every five seconds. */
export const startSlowWeb = async () => {
  const origin = await startOrigin();
  let requests = 0;
  const url = origin.on('/slow.mp3', (_, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('I');
    const dripping = setInterval(() => response.write('D'), byteEveryMs);
    response.on('close', () => clearInterval(dripping));
  });
  return { url, allowed: origin.allowed, stop: origin.stop, requests: () => requests };
};

const slowFiles = 40;

/** Jobs of one project whose URLs do not come to their end. */
export const queueSlowUrls = async ({ baseUrl, newKey }: Customers, url: string) => {
  const projectId = randomId('prj');
  const key = await newKey(projectId);
  const queue = async (_: unknown, n: number) => {
    const customer = persistentCustomer(baseUrl, key, `slow-url-of-job-${n}`);
    const id = await customer.queue({ audio_url: url });
    return { id, view: () => customer.view(id) };
  };
  return { projectId, jobs: await Promise.all(Array.from({ length: slowFiles }, queue)) };
};
export type SlowJobs = Awaited<ReturnType<typeof queueSlowUrls>>;
