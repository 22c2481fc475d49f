// The baseline for bench/pipeline.ts: only ffmpeg, voice activity detection and the engine on one file.
import { loadSpeech } from '../support/speech-parts.ts';
// Unused. Loaded for a fair comparison: garbage collection of tensors takes longer with more modules in memory.
import '../../test/support/protocol-world.ts';

const { cut, recognize } = await loadSpeech();
const { signal } = new AbortController();
for await (const chunk of cut(process.argv[2] ?? '', { multichannel: false, signal })) await recognize(chunk);
