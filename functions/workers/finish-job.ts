import { liveAudio, liveResults } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveJobsWithEvents } from '#functions/deps/jobs.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveFinishQueue } from '#functions/deps/queues.ts';
import { liveSpeechOffer, liveTranslatorName } from '#functions/deps/speech.ts';
import { liveStage } from '#functions/deps/stage.ts';
import { liveTable } from '#functions/deps/table.ts';
import { type FinishDeps, finishTranscription } from '#lib/domain/transcriptions/finish-transcription.ts';
import { jobLogFields } from '#lib/domain/transcriptions/log-fields.ts';
import { mayFinishForMinutes } from '#lib/domain/transcriptions/may-take-minutes.ts';
import { FinishMessage } from '#lib/domain/transcriptions/messages.ts';
import { judgedBy } from '#lib/domain/transcriptions/translatable.ts';
import type { Claim } from '#lib/domain/transcriptions/transcription.ts';
import { holdPermit, type StagePermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';
import { assertUnderstood } from '#lib/speech/engines/spoken-language.ts';
import { openTranslator } from '#lib/speech/translation/open-translator.ts';

// Less than Lambda's limit of two minutes, so that finished translations are stored and the next delivery continues.
const translateMs = 90_000;

type Deps = FinishDeps & { readonly stage: StagePermitDeps<Claim> };

export const createHandler = (deps: Deps) =>
  queueHandler(
    {
      schema: FinishMessage,
      logFields: jobLogFields,
      use: [holdPermit(deps.stage, mayFinishForMinutes(deps))],
    },
    (message, { isLastTry }) =>
      finishTranscription(deps, message, { isLastTry, signal: AbortSignal.timeout(translateMs) }),
  );

export const handler = await liveHandler(() => {
  const table = liveTable();
  const offer = liveSpeechOffer();
  return createHandler({
    store: liveJobsWithEvents(table),
    audio: liveAudio(),
    results: liveResults(),
    assertUnderstood: (speech, request) => assertUnderstood(speech, judgedBy(request, offer)),
    translator: openTranslator(liveTranslatorName()),
    translatesTo: offer.translatesTo,
    stage: liveStage(table, 'finish', liveFinishQueue()),
    now,
  });
});
