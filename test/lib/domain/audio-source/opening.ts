import type { Readable } from 'node:stream';
import { openAudio } from '#lib/domain/audio-source/open-audio.ts';
import { systemTimer } from '#lib/platform/net/pace.ts';
import { fetchDeps, originName, type Origin } from '../../../support/https-origin.ts';

type Circumstances = { lastTry?: boolean; lastSlowTry?: boolean; signal?: AbortSignal };

/** Opens a URL of the origin, as the fetching function does. */
export const openFrom =
  ({ allowed }: Pick<Origin, 'allowed'>) =>
  (url: string, more: Circumstances = {}, timeouts = {}, timer = systemTimer): Promise<Readable> => {
    const { lastTry = false, lastSlowTry = lastTry, signal = new AbortController().signal } = more;
    return openAudio(fetchDeps([allowed], timeouts, timer), { url, lastTry, lastSlowTry }, signal);
  };

/** The failure of opening or of reading. */
export const failureOf = async (opening: Promise<Readable>): Promise<unknown> => {
  try {
    await (await opening).toArray();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};

export const downloadFailed = (cause: string, more: Record<string, unknown> = {}) => ({
  name: 'JobFailure',
  type: 'audio_download_failed',
  details: { cause, host: originName, ...more },
});
