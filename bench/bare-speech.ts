// The baseline for bench/pipeline.ts: only ffmpeg, voice activity detection and the engine on one file.
import { loadSpeech } from './speech-parts.ts';
// Unused. Loaded for a fair comparison: garbage collection of tensors takes longer with more modules in memory.
import '../test/support/protocol-world.ts';

const { cut, recognize } = await loadSpeech();
for await (const chunk of cut(process.argv[2] ?? '', new AbortController().signal)) await recognize(chunk);
