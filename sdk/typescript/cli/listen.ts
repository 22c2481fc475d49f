import type { Earshot } from '../client.ts';
import { type Environment, liveEnvironment } from '../environment.ts';
import { mayPass } from '../http.ts';
import { isEnded } from '../transcriptions.ts';
import type { TranscriptionSummary } from '../types.ts';
import { webhooks } from '../webhooks.ts';
import type { Terminal } from './terminal.ts';

export type ListenArguments = {
  readonly forward: string;
  /** The secret that signs the forwarded events: "whsec_…". */
  readonly secret: string;
  readonly signal?: AbortSignal | undefined;
};

// This is 20 requests a minute, a third of a key's rate limit.
const pollMs = 3_000;
/** The number of newest jobs to watch: as many as one request returns. */
const watchedJobs = 100;

/** The body that the service would deliver. Reads the job, because the list of jobs lacks the caller's own texts. */
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
 * Watches the project's newest jobs, and posts the end of each to a local address, signed like the service's events.
 * Uses polling, so it needs no webhook and no public address. Goes on after an outage. Rejects when the signal aborts.
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
    // Realtime sessions are excluded, because the service sends another kind of event when they end.
    return found.filter((job) => isEnded(job) && job.source.kind !== 'realtime');
  };
  const post = async (job: TranscriptionSummary): Promise<void> => {
    const body = await payloadOf(earshot, job, signal);
    const id = `evt_local_${job.id.slice(4)}_${job.status}`;
    const headers = await webhooks.sign({ id, body }, secret);
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
  terminal.say(`Ended jobs are posted to ${forward}, signed with ${secret}`);
  const poll = async (): Promise<void> => {
    for (const job of (await ended()).filter(({ id }) => !seen.has(id)).toReversed()) {
      await post(job);
      seen.add(job.id);
    }
  };
  for (;;) {
    await sleep(pollMs, signal);
    await poll().catch((error: unknown) => {
      if (!mayPass(error)) throw error;
      terminal.say(error.message);
    });
  }
};
