import { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';

/** Voice activity with the interface of Silero: all loud sound is speech. */
export const loudnessModel = (): Uint8Array => {
  const g = new GraphWriter();
  g.input('input', 'float32', ['batch', 'samples']);
  g.input('state', 'float32', [2, 1, 128]);
  g.input('sr', 'int64', [1]);
  const mean = g.add('ReduceMean', [g.add('Abs', ['input'])], { axes: [1], keepdims: 1 });
  g.addAs('output', 'Min', { inputs: [g.add('Mul', [mean, g.scalar(100)]), g.scalar(1)] });
  g.addAs('stateN', 'Identity', { inputs: ['state'] });
  g.add('Add', ['sr', g.integers(0)]);
  g.output('output', ['batch', 1]);
  g.output('stateN', [2, 1, 128]);
  return Buffer.concat(g.encode());
};
