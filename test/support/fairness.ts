import { median } from './median.ts';
import { startOrigin } from './https-origin.ts';
import { client, newKeys, startService, tenSeconds } from './local-service.ts';

const slowFiles = 40;
const jobs = 5;
const byteEveryMs = 5_000;

/** A web server with a path that sends one byte every five seconds, and a path that sends a file. */
const startWeb = async () => {
  const origin = await startOrigin();
  const file = Buffer.from(await tenSeconds('-f', 'ogg').arrayBuffer());
  let open = 0;
  let maxOpen = 0;
  origin.on('/slow.mp3', (_, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('I');
    const dripping = setInterval(() => response.write('D'), byteEveryMs);
    response.on('close', () => {
      clearInterval(dripping);
      open -= 1;
    });
  });
  origin.on('/call.ogg', (_, response) => response.end(file));
  return { ...origin, mostOpen: () => maxOpen };
};

/**
 * The median time in ms of a job with a URL alone, and while another project has 40 jobs with slow URLs. `mostAtOnce` of the 40 were
 * fetched concurrently.
 */
export const measureFairness = async () => {
  const web = await startWeb();
  const service = await startService({ origins: [web] });
  try {
    const { stack } = service;
    const [slow, quick] = await Promise.all(
      [slowFiles, jobs].map(async () => client(stack.baseUrl, (await newKeys(stack, 1))[0])),
    );
    const queue = async ({ call }: Pick<typeof service, 'call'>, path: string): Promise<string> => {
      const { status, body } = await call('POST', '/v1/transcriptions', {
        body: { audio_url: web.url(path) },
      });
      if (status !== 202) throw new Error(`The job was answered with ${status}.`);
      return body.id;
    };
    const timeOf = async (): Promise<number> => {
      if (!quick) throw new Error('There is no customer.');
      const job = await quick.ended(await queue(quick, '/call.ogg'));
      if (job.status !== 'completed') throw new Error(`The job ended as ${job.status}.`);
      return Date.parse(job.completed_at) - Date.parse(job.created_at);
    };
    const times = async (): Promise<number[]> => {
      const all: number[] = [];
      for (let job = 0; job < jobs; job += 1) all.push(await timeOf());
      return all;
    };
    // The first job starts the functions.
    await timeOf();
    const alone = median(await times());
    if (!slow) throw new Error('There is no customer.');
    await Promise.all(Array.from({ length: slowFiles }, () => queue(slow, '/slow.mp3')));
    const beside = await times();
    return { alone, beside: median(beside), worst: Math.max(...beside), mostAtOnce: web.mostOpen() };
  } finally {
    await service.stop();
    web.stop();
  }
};
