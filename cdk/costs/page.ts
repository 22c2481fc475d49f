import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unitPriceUsdPerMinute } from '#lib/domain/money.ts';
import { oneProcessorMb } from '../constructs/heap-limits.ts';
import { createEarshot } from '../earshot.ts';
import { hourOfAudio } from './audio.ts';
import { idleCosts, Template, totalOf } from './idle.ts';
import prices from './prices.json' with { type: 'json' };
import { metricsOfRoutes, millionChargesMonth, topUpOrderMonth } from './use.ts';

const templatesWith = (context: Record<string, unknown>): Template[] => {
  const outdir = mkdtempSync(join(tmpdir(), 'earshot-costs-'));
  try {
    const app = createEarshot({
      outdir,
      builtinCloudFormationValidation: false,
      treeMetadata: false,
      context: { 'aws:cdk:bundling-stacks': [], ...context },
    });
    return app.synth().stacks.map(({ template }) => Template.parse(template));
  } finally {
    rmSync(outdir, { recursive: true });
  }
};

const product = {
  price_id: 'price_1',
  kind: 'credit_pack',
  name: 'Credit',
  amount_usd: '20',
  credit_usd: '20',
};
const features: readonly (readonly [
  name: string,
  without: Record<string, unknown>,
  withIt: Record<string, unknown>,
])[] = [
  ['The decoder’s network (`decoderNetwork`)', { decoderNetwork: 'none' }, {}],
  ['Realtime sessions (`realtime`)', { realtime: 'off' }, {}],
  ['Selling (`products`)', {}, { products: [product] }],
];

const usd = (value: number, digits: number) => `$${value.toFixed(digits)}`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The content of docs/costs.md, from the templates and the price list. */
export const costsPage = (): string => {
  const templates = templatesWith({});
  const idle = idleCosts(templates);
  const { routes, usdEach } = metricsOfRoutes(templates);
  const audio = hourOfAudio();
  const perHour = totalOf(audio);
  const price = 60 * Number(unitPriceUsdPerMinute);
  const ofFeature = (context: Record<string, unknown>) => totalOf(idleCosts(templatesWith(context)));
  return `# Costs

Made by \`npm run costs\` from the templates and \`cdk/costs/prices.json\`. ${prices.source}

## Idle

A month in which nobody uses a deployment with the default settings:

${table(
  ['What', 'Count', 'USD a month'],
  [
    ...idle.map(({ what, count, usd: cost }) => [what, String(count), usd(cost, 2)]),
    ['**Together**', '', `**${usd(totalOf(idle), 2)}**`],
  ],
)}

The cost of single features:

${table(
  ['Feature', 'USD a month'],
  features.map(([name, without, withIt]) => [name, usd(ofFeature(withIt) - ofFeature(without), 2)]),
)}

Use adds these costs, besides those of audio:

${table(
  ['For each', 'At most', 'USD a month'],
  [
    ['Person who signs in to the console', '', usd(prices.cognitoPlusUserMonth, 2)],
    ['Metrics of a route in use', String(routes), usd(usdEach, 2)],
    ['Metric in log lines (namespace `Earshot`) in use', '', usd(prices.customMetricMonth, 2)],
    ['Organization that ordered automatic top-ups', '', usd(topUpOrderMonth, 2)],
    ['Million completed jobs, whose charges are kept for ever', '', usd(millionChargesMonth, 2)],
  ],
)}

Metrics are billed only for hours in which they are written; those of a route, when it is called. If all routes were called in every hour, their metrics would cost ${usd(routes * usdEach, 0)}. A stage costs as much as a deployment. The free tier of AWS is not subtracted. Keys of KMS cost $1 more after each of their first two yearly rotations.

## An hour of audio

An hour of uploaded audio with the default model. Lambda's speed is an assumption, because nothing was measured on AWS: see \`cdk/costs/audio.ts\`.

${table(
  ['What', 'Amount', 'USD'],
  [
    ...audio.map(({ what, amount, usd: cost }) => [what, amount, usd(cost, 5)]),
    ['**Together**', '', `**${usd(perHour, 4)}**`],
  ],
)}

For this hour a customer pays ${usd(price, 2)}, so ${Math.ceil(totalOf(idle) / (price - perHour))} hours a month pay for an idle deployment.
A realtime session occupies a function of 1.73 GB for its whole duration: ${usd(3600 * (oneProcessorMb / 1024) * prices.lambdaGbSecond, 3)} for an hour, plus its messages.
Amazon Translate, if \`translator\` names it, costs about a cent per minute of speech.
`;
};
