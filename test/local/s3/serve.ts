// Runs the local S3 in a separate process, for tests that measure or kill it: node serve.ts <dir>
import { createServer } from 'node:http';
import { createS3 } from '#local/s3/s3.ts';
import { audio, owner } from './world.ts';
import { listen } from '../../support/listen.ts';

const peakMb = () => process.resourceUsage().maxRSS / 1024;

const s3 = await createS3({
  dir: process.argv[2] ?? '',
  buckets: [audio],
  access: {
    secretOf: () => owner.secretAccessKey,
    sessionTokenOf: () => owner.sessionToken,
    allows: () => true,
  },
  now: () => new Date(),
  onObjectCreated: ({ size }) => process.send?.({ size, peakMb: peakMb() }),
});
const server = createServer((request, response) => void s3.handle(request, response));
process.send?.({ port: await listen(server), peakMb: peakMb() });
