import { GraphWriter, ints, onnxModel } from '../onnx-writer.ts';

/** An encoder that halves the frames, and that is all. */
export const encoderModel = (): Uint8Array => {
  const g = new GraphWriter('encoder');
  const halved = g.add('AveragePool', ['input_features'], { kernel_shape: [2], strides: [2] });
  g.addNamed('Transpose', [halved], { outputs: ['last_hidden_state'], attributes: { perm: [0, 2, 1] } });
  return onnxModel(
    g.graph(
      [{ name: 'input_features', type: 'float', shape: ['batch_size', 80, 3_000] }],
      [{ name: 'last_hidden_state', type: 'float', shape: ['batch_size', 1_500, 80] }],
    ),
  );
};

/** Voice activity with the interface of Silero: all loud sound is speech. */
export const loudnessModel = (): Uint8Array => {
  const g = new GraphWriter('loudness');
  const state = { type: 'float', shape: [2, 1, 128] } as const;
  const mean = g.add('ReduceMean', [g.add('Abs', ['input'])], { axes: [1], keepdims: 1 });
  g.addNamed('Min', [g.add('Mul', [mean, g.scalar(100)]), g.constant(Float32Array.of(1))], {
    outputs: ['output'],
  });
  g.addNamed('Identity', ['state'], { outputs: ['stateN'] });
  g.add('Add', ['sr', g.constant(ints(0))]);
  return onnxModel(
    g.graph(
      [
        { name: 'input', type: 'float', shape: ['batch', 'samples'] },
        { name: 'state', ...state },
        { name: 'sr', type: 'int64', shape: [1] },
      ],
      [
        { name: 'output', type: 'float', shape: ['batch', 1] },
        { name: 'stateN', ...state },
      ],
    ),
  );
};
