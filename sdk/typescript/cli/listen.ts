import type { Earshot } from '../client.ts';
import { type Environment, liveEnvironment } from '../environment.ts';
import { isEnded } from '../transcriptions.ts';
import type { TranscriptionSummary } from '../types.ts';
import { webhooks } from '../webhooks.ts';
import type { Terminal } from './terminal.ts';

export type ListenArguments = {
  readonly forward: string;
  /** Signs what is forwarded: "whsec_…". */
  readonly secret: string;
  readonly signal?: AbortSignal | undefined;
};

// 20 requests a minute, a third of what a key may send.
const pollMs = 3_000;
/** The newest jobs, of which one request reads as many. */
const watchedJobs = 100;

/** The body that the service would deliver. Its texts of the caller are not in the list of jobs. */
const payloadOf = async (
  earshot: Earshot,
  summary: TranscriptionSummary,
  signal: AbortSignal | undefined,
): Promise<string> => {
  const { metadata } = await earshot.transcriptions.get(summary.id, {}, { signal });
  return JSON.stringify({
    type: `transcription.${summary.status}`,
    timestamp: summary.completed_at,
    mode: summary.mode,
    data: {
      id: summary.id,
      status: summary.status,
      sequence: 1,
      created_at: summary.created_at,
      completed_at: summary.completed_at,
      audio_ms: summary.audio_ms,
      error: summary.error && { type: summary.error.type },
      client_reference_id: summary.client_reference_id,
      metadata,
    },
  });
};

/**
 * Watches the project's newest jobs and posts the end of each to an address of this machine, signed as the service signs.
 * Works by polling, so it needs no webhook and no public address. Rejects when the signal aborts.
 */
export const listen = async (
  { earshot, terminal }: { readonly earshot: Earshot; readonly terminal: Terminal },
  { forward, secret, signal }: ListenArguments,
  { fetch, sleep }: Pick<Environment, 'fetch' | 'sleep'> = liveEnvironment,
): Promise<void> => {
  const ended = async (): Promise<TranscriptionSummary[]> => {
    const found: TranscriptionSummary[] = [];
    for await (const job of earshot.transcriptions.list({ limit: watchedJobs }, { signal })) {
      found.push(job);
      if (found.length === watchedJobs) break;
    }
    // The service sends another event for the end of a session.
    return found.filter((job) => isEnded(job) && job.source.kind !== 'realtime');
  };
  const post = async (job: TranscriptionSummary): Promise<void> => {
    const body = await payloadOf(earshot, job, signal);
    const id = `evt_local_${job.id.slice(4)}_${job.status}`;
    const headers = await webhooks.sign({ id, body, now: new Date() }, secret);
    const status = await fetch(forward, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      ...(signal && { signal }),
    }).then(
      (response) => String(response.status),
      () => 'no answer',
    );
    signal?.throwIfAborted();
    terminal.print(`transcription.${job.status}  ${job.id}  ${status}`);
  };
  const seen = new Set((await ended()).map(({ id }) => id));
  terminal.say(`Ends of jobs go to ${forward}, signed with ${secret}`);
  for (;;) {
    await sleep(pollMs, signal);
    for (const job of (await ended()).filter(({ id }) => !seen.has(id)).toReversed()) {
      seen.add(job.id);
      await post(job);
    }
  }
};
