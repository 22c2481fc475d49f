import { curlSample } from './curl-sample.ts';
import { pythonSample } from './python-sample.ts';
import { typescriptSample } from './typescript-sample.ts';

export const codeSamples = { curl: curlSample, typescript: typescriptSample, python: pythonSample } as const;

export const sampleLabels = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;

export type SampleLanguage = keyof typeof codeSamples;
