import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';
import { describeEngine } from './engine.contract.ts';

describeEngine('scripted', async () => ({
  engine: scriptedEngine((pcm) => recognition(pcm.length < 16_000 ? '' : 'Hello there.')),
  speech: new Float32Array(16_000),
}));
