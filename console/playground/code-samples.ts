import { curlSample } from './curl-sample.ts';
import { pythonSample } from './python-sample.ts';
import { typescriptSample } from './typescript-sample.ts';

export const codeSamples = {
  curl: { label: 'curl', codeOf: curlSample },
  typescript: { label: 'TypeScript', codeOf: typescriptSample },
  python: { label: 'Python', codeOf: pythonSample },
} as const;

export type SampleLanguage = keyof typeof codeSamples;
