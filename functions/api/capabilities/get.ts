import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import * as contracts from '#lib/domain/about/contracts.ts';
import { count, readConfig } from '#lib/platform/config.ts';
import { speechModel } from '#lib/speech/engines/models.ts';
import { publicEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { TranslatorName } from '#lib/speech/translation/translators.ts';
import { served } from '../../contracts.ts';

const config = readConfig({
  RESULT_RETENTION_DAYS: count,
  SPEECH_MODEL: speechModel,
  TRANSLATOR: TranslatorName,
  LIMITS: limitsVariable,
});
const capabilities = describeCapabilities(served, {
  model: config.SPEECH_MODEL,
  translator: config.TRANSLATOR,
  retentionDays: config.RESULT_RETENTION_DAYS,
  limits: config.LIMITS,
});

export const handler = publicEndpoint(contracts.getCapabilities, async () => capabilities);
