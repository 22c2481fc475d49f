import type { Sampled } from './sampled.ts';

/** The request with the client for TypeScript. */
export const typescriptSample = ({ baseUrl, mode, audio, options }: Sampled): string => {
  const source = 'url' in audio ? `{ url: ${JSON.stringify(audio.url)} }` : JSON.stringify(audio.fileName);
  const lines = Object.entries(options).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`);
  const more = lines.length === 0 ? '' : `, {\n${lines.join('')}}`;
  return `// npm install ${baseUrl}/docs/earshot.tgz
import { Earshot } from 'earshot';

// EARSHOT_API_KEY holds a ${mode} key, es_${mode}_…
const { EARSHOT_API_KEY: apiKey = '' } = process.env;
const earshot = new Earshot({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey });

const job = await earshot.transcribe(${source}${more});
console.log(job.transcript);
`;
};
