import { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';

/** Voice activity with the interface of Silero: all loud sound is speech. */
export const loudnessModel = (): Uint8Array => {
  const g = new GraphWriter();
  g.input('frames', 'float32', ['count', 'samples']);
  g.input('state', 'float32', [2, 1, 128]);
  const mean = g.add('ReduceMean', [g.add('Abs', ['frames'])], { axes: [1], keepdims: 1 });
  g.addAs('probabilities', 'Min', { inputs: [g.add('Mul', [mean, g.scalar(100)]), g.scalar(1)] });
  g.addAs('nextState', 'Identity', { inputs: ['state'] });
  g.output('probabilities', ['count', 1]);
  g.output('nextState', [2, 1, 128]);
  return Buffer.concat(g.encode());
};
