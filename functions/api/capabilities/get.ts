import { describeCapabilities } from '#lib/about/capabilities.ts';
import * as contracts from '#lib/about/contracts.ts';
import { count, readConfig } from '#lib/config.ts';
import { speechModel } from '#lib/engines/models.ts';
import { publicEndpoint } from '#lib/http/endpoint.ts';
import { limitsVariable } from '#lib/limits/limits.ts';
import { TranslatorName } from '#lib/translation/translators.ts';
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
