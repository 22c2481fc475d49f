import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveAllowance, liveConnections, liveRequestEnd, liveSuccessor } from '#functions/deps/realtime.ts';
import { liveSpeechDir, liveSpeechOffer, liveTranslatorName } from '#functions/deps/speech.ts';
import { liveTable } from '#functions/deps/table.ts';
import { newResumeToken } from '#lib/domain/realtime/credentials.ts';
import { sessionLogFields } from '#lib/domain/realtime/log-fields.ts';
import { type RunDeps, runSession } from '#lib/domain/realtime/run-session.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { RunMessage } from '#lib/domain/realtime/wake-runner.ts';
import { spokenHints } from '#lib/domain/transcriptions/translatable.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { every } from '#lib/platform/every.ts';
import { addLogFields } from '#lib/platform/log.ts';
import { type LoadedModels, loadModels } from '#lib/speech/engines/load-models.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { openTranslator } from '#lib/speech/translation/open-translator.ts';
import { setTimeout as delay } from 'node:timers/promises';

type Deps = Omit<RunDeps, 'openTranscriber'> & { readonly models: LoadedModels };

export const createHandler = ({ models, ...deps }: Deps) =>
  eventHandler(async (event: unknown, context) => {
    const message = RunMessage.parse(event);
    addLogFields(sessionLogFields(message));
    const transcriber = ({ options, committedMs, language: languageBefore }: RealtimeSession) =>
      openTranscriber({
        ...models,
        // The job of a session has words, even if the events of the session have none.
        options: {
          ...options,
          languageHints: spokenHints(options),
          vocabulary: options.customVocabulary,
          words: true,
        },
        committedMs,
        languageBefore,
      });
    await runSession({ ...deps, openTranscriber: transcriber }, message, {
      remainingMs: () => context.getRemainingTimeInMillis(),
    });
  });

export const handler = await liveHandler(async () => {
  const table = liveTable();
  return createHandler({
    sessions: dynamoSessions(table),
    allowance: liveAllowance(table),
    ...liveConnections(),
    wake: liveSuccessor(),
    requestEnd: liveRequestEnd(),
    models: await loadModels(liveSpeechOffer().models, liveSpeechDir()),
    translator: openTranslator(liveTranslatorName()),
    newToken: newResumeToken,
    sleep: (ms) => delay(ms),
    every,
    now,
  });
});
