import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import * as contracts from '#lib/domain/about/contracts.ts';
import { served } from '../../contracts.ts';
import { liveLimits, liveRealtime, liveRetentionDays } from '../../deps/settings.ts';
import { liveSpeechOffer, liveTranslatorName } from '../../deps/speech.ts';
import { publicRoute } from '../../http/public.ts';

export const createHandler = (deployed: Parameters<typeof describeCapabilities>[1]) => {
  const capabilities = describeCapabilities(served, deployed);
  return publicRoute(contracts.getCapabilities, async () => capabilities);
};

export const handler = createHandler({
  speech: liveSpeechOffer(),
  translator: liveTranslatorName(),
  retentionDays: liveRetentionDays(),
  limits: liveLimits(),
  realtime: liveRealtime(),
});
