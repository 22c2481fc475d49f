import type { Mode, TranscriptionOptions } from '../api/types.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { curlSample, typescriptSample } from './samples.ts';

/** The form's request as code for a server. */
export const CodeSamples = ({ mode, options }: { mode: Mode; options: TranscriptionOptions }) => (
  <div class="samples">
    <details>
      <summary>The same with curl</summary>
      <CodeBlock label="curl" code={curlSample(location.origin, mode, options)} />
    </details>
    <details>
      <summary>The same in TypeScript</summary>
      <CodeBlock label="TypeScript" code={typescriptSample(location.origin, mode, options)} />
    </details>
  </div>
);
