import { recognition, scriptedEngine } from '../../support/scripted-engine.ts';
import { describeEngine } from './engine.contract.ts';

describeEngine('scripted', async () => ({
  engine: scriptedEngine(() => recognition('Hello there.')),
  speech: new Float32Array(16_000),
}));
