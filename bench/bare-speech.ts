// ffmpeg, voice activity and engine on a file, and nothing else: what the pipeline is measured against.
import { loadSpeech } from './speech-parts.ts';
// Not used. The engine's tensors keep the collector of garbage busy, and it takes the longer the more else is in memory.
import '../test/support/protocol-world.ts';

const { cut, recognize } = await loadSpeech();
for await (const chunk of cut(process.argv[2] ?? '', new AbortController().signal)) await recognize(chunk);
