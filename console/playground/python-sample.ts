import type { Sampled } from './sampled.ts';

/** A JSON value as a Python literal. Strings are written the same in both. */
const literal = (value: unknown): string => {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, field]) => `${JSON.stringify(name)}: ${literal(field)}`)
    .join(', ')}}`;
};

/** The request with the client for Python. */
export const pythonSample = ({ baseUrl, mode, audio, options }: Sampled): string => {
  const source = 'url' in audio ? `audio_url=${literal(audio.url)}` : literal(audio.fileName);
  const given = [source, ...Object.entries(options).map(([name, value]) => `${name}=${literal(value)}`)];
  return `# pip install ${baseUrl}/docs/earshot-python.tar.gz
import os

from earshot import Earshot

# EARSHOT_API_KEY holds a ${mode} key, es_${mode}_…
with Earshot(${literal(baseUrl)}, os.environ["EARSHOT_API_KEY"]) as earshot:
    job = earshot.transcribe(
${given.map((argument) => `        ${argument},\n`).join('')}    )
    print(job["transcript"])
`;
};
