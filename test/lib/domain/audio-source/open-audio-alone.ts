// Runs in a separate process, so that its memory is only that of the download.
import { openAudio } from '#lib/domain/audio-source/open-audio.ts';
import { readConfig } from '#lib/platform/config.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { allowListVariables, readAllowList } from '#lib/platform/net/allow-list.ts';
import { liveSafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';

const url = process.env['URL_TO_OPEN'] ?? '';
const deps = liveSafeFetchDeps(readAllowList(readConfig(allowListVariables)));

let bytes = 0;
const read = async (): Promise<string> => {
  const audio = await openAudio(
    deps,
    { url, lastTry: true, lastSlowTry: true },
    new AbortController().signal,
  );
  for await (const chunk of audio) bytes += chunk.length;
  return `whole ${bytes}`;
};

const outcome = await read().catch((error: unknown) => (error instanceof JobFailure ? error.type : error));
process.send?.({ outcome, peakBytes: process.resourceUsage().maxRSS * 1024 });
