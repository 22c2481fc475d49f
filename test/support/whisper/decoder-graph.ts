import { GraphWriter, ints, onnxModel, type Port } from '../onnx-writer.ts';
import { bands, framesPerWord, type Script } from './script.ts';
import { endOfText, marker, vocabularySize } from './vocabulary.ts';

const layers = [0, 1] as const;
const heads = 2;
const headSize = 40;
const frames = 1_500;
const kinds = ['decoder', 'encoder'] as const;
const halves = ['key', 'value'] as const;
type Caches = Readonly<Record<string, string>>;

const cacheNames = layers.flatMap((layer) =>
  kinds.flatMap((kind) => halves.map((half) => ({ layer, kind, name: `${layer}.${kind}.${half}` }))),
);
/** Each cache has the values times its own factor, so that mixed-up caches are detected. */
const factors: Readonly<Record<string, number>> = {
  '0.decoder.key': 1,
  '0.decoder.value': -1,
  '1.decoder.key': 2,
  '1.decoder.value': 3,
  '0.encoder.key': 1,
  '0.encoder.value': 2,
  '1.encoder.key': 3,
  '1.encoder.value': 4,
};

const cachePort = (prefix: string, { kind, name }: (typeof cacheNames)[number]): Port => ({
  name: `${prefix}.${name}`,
  type: 'float',
  shape: ['batch_size', heads, kind === 'decoder' ? `${prefix}_length` : 'audio_length', headSize],
});

/**
 * A merged decoder with the inputs, outputs and branches of Optimum's exports, whose text caches hold the tokens of the
 * text and whose audio caches hold the spectrogram. Word n is what `script` says of the sound in its half second.
 */
export const decoderModel = (script: Script, withAttention: boolean): Uint8Array => {
  const attentions = withAttention ? layers.map((layer) => `cross_attentions.${layer}`) : [];
  const outputs: Port[] = [
    { name: 'logits', type: 'float', shape: ['batch_size', 'length', vocabularySize] },
    ...cacheNames.map((cache) => cachePort('present', cache)),
    ...attentions.map((name): Port => ({
      name,
      type: 'float',
      shape: ['batch_size', heads, 'length', frames],
    })),
  ];
  const inputs: Port[] = [
    { name: 'input_ids', type: 'int64', shape: ['batch_size', 'length'] },
    { name: 'encoder_hidden_states', type: 'float', shape: ['audio_batch', frames, heads * headSize] },
    ...cacheNames.map((cache) => cachePort('past_key_values', cache)),
    { name: 'use_cache_branch', type: 'bool', shape: [1] },
  ];
  const main = new GraphWriter('main');
  main.addNamed('If', ['use_cache_branch'], {
    outputs: outputs.map(({ name }) => name),
    attributes: {
      then_branch: branch('with_past', outputs, script),
      else_branch: branch('without_past', outputs, script),
    },
  });
  return onnxModel(main.graph(inputs, outputs));
};

type Branch = 'with_past' | 'without_past';
const branch = (prefix: Branch, outputs: readonly Port[], script: Script): Uint8Array => {
  const g = new GraphWriter(prefix);
  const isCached = prefix === 'with_past';
  const caches = isCached ? cachesWithPast(g) : cachesOfPrompt(g);
  const answers: Record<string, string> = { ...write(g, caches, script) };
  for (const { name, kind } of cacheNames) {
    // The branch with the past does not compute the audio again: its outputs are there, and empty.
    const isLeftOut = isCached && kind === 'encoder';
    answers[`present.${name}`] = isLeftOut
      ? g.constant(new Float32Array(), [0, heads, 1, headSize])
      : (caches[name] ?? '');
  }
  const renamed = outputs.map(({ name, ...port }) => {
    const output = `${prefix}.${name}`;
    g.addNamed('Identity', [answers[name] ?? ''], { outputs: [output] });
    return { ...port, name: output };
  });
  return g.graph([], renamed);
};

const newTokens = (g: GraphWriter, name: string): string => {
  const ids = g.add('Unsqueeze', [g.add('Cast', ['input_ids'], { to: 1 }), g.constant(ints(1, 3))]);
  const wide = g.add('Tile', [ids, g.constant(ints(1, heads, 1, headSize))]);
  return g.add('Mul', [wide, g.scalar(factors[name] ?? 0)]);
};

const cachesOfPrompt = (g: GraphWriter): Caches => {
  const split = g.add('Reshape', ['encoder_hidden_states', g.constant(ints(1, frames, heads, headSize))]);
  const audio = g.add('Transpose', [split], { perm: [0, 2, 1, 3] });
  return Object.fromEntries(
    cacheNames.map(({ name, kind }) => [
      name,
      kind === 'decoder' ? newTokens(g, name) : g.add('Mul', [audio, g.scalar(factors[name] ?? 0)]),
    ]),
  );
};

const cachesWithPast = (g: GraphWriter): Caches => {
  const batch = g.add('Gather', [g.add('Shape', ['input_ids']), g.constant(ints(0))]);
  const rows = g.add('Mul', [batch, g.constant(ints(heads))]);
  const flat = g.add('Concat', [rows, g.constant(ints(-1, headSize))], { axis: 0 });
  const full = g.add('Concat', [batch, g.constant(ints(heads, -1, headSize))], { axis: 0 });
  return Object.fromEntries(
    cacheNames.map(({ name, kind }) => {
      const past = `past_key_values.${name}`;
      if (kind === 'decoder') return [name, g.add('Concat', [past, newTokens(g, name)], { axis: 2 })];
      // As exports do that take the batch for granted: one row of audio for many texts would be torn apart here.
      return [name, g.add('Reshape', [g.add('Reshape', [past, flat]), full])];
    }),
  );
};

/** The logits and cross-attentions of the new tokens of each text. */
const write = (g: GraphWriter, caches: Caches, script: Script): Record<string, string> => {
  const plain = (name: string): string => g.add('Div', [caches[name] ?? '', g.scalar(factors[name] ?? 0)]);
  const index = (...values: number[]): string => g.constant(ints(...values));
  const float = (value: string): string => g.add('Cast', [value], { to: 1 });
  const last = (value: string): string => g.add('Unsqueeze', [value, index(-1)]);

  // The tokens of each text so far, [batch, past + new], as two of the caches have them.
  const tokensIn = (name: string): string => {
    const row = g.add('Gather', [plain(name), g.constant(ints(0), [])], { axis: 1 });
    const ids = g.add('Gather', [row, g.constant(ints(0), [])], { axis: 2 });
    return g.add('Cast', [g.add('Round', [ids])], { to: 7 });
  };
  const text = tokensIn('0.decoder.value');
  const prompted = tokensIn('1.decoder.key');

  // The places of the new tokens, [1, new], and where the transcript starts, [batch, 1].
  const lengthOf = (value: string): string =>
    g.add('Gather', [g.add('Shape', [value]), g.constant(ints(1), [])]);
  const [one, zero] = [g.constant(ints(1), []), g.constant(ints(0), [])];
  const length = lengthOf(text);
  const first = g.add('Sub', [length, lengthOf('input_ids')]);
  const place = g.add('Unsqueeze', [g.add('Range', [first, length, one]), index(0)]);
  const places = g.add('Range', [zero, length, one]);
  const isStart = float(g.add('Equal', [text, index(marker('startoftranscript'))]));
  const start = g.add('ArgMax', [isStart], { axis: 1, keepdims: 1 });
  const at = (steps: number): string =>
    g.add(
      'GatherElements',
      [text, g.add('Min', [g.add('Add', [start, index(steps)]), g.add('Sub', [length, one])])],
      { axis: 1 },
    );

  // Word n looks at the n-th half second.
  const word = float(g.add('Sub', [g.add('Sub', [place, start]), index(3)]));
  const looking = (margin: number): string => {
    const spans = Float32Array.from({ length: frames }, (_, frame) => {
      const within = frame % framesPerWord;
      const isIn = within >= margin && within < framesPerWord - margin;
      return isIn ? Math.floor(frame / framesPerWord) : -1e6;
    });
    const isLooked = float(g.add('Equal', [last(word), g.constant(spans, [1, 1, frames])]));
    return g.add('Div', [isLooked, g.scalar(framesPerWord - 2 * margin)]);
  };
  const heard = (name: string): string => {
    const ordered = g.add('Transpose', [plain(name)], { perm: [0, 2, 1, 3] });
    return g.add('Reshape', [ordered, index(0, 0, heads * headSize)]);
  };
  const sound = g.add('MatMul', [looking(5), heard('1.encoder.value')]);

  // What the sound in its bands means depends on language and task.
  const inBands = g.add('Gather', [sound, index(...bands)], { axis: 2 });
  const modes = script.modes;
  const mode = g.add('Relu', [
    g.add('Add', [
      g.add('Gather', [table(g, script.modeOfLanguage), at(1)]),
      g.add('Gather', [table(g, script.modeOfTask), at(2)]),
    ]),
  ]);
  const pairs = g.add('Mul', [last(inBands), g.add('Unsqueeze', [mode, index(1)])]);
  const features = g.add('Reshape', [pairs, index(0, 0, bands.length * modes)]);
  const meant = g.add('MatMul', [features, table(g, script.meaning)]);

  // Previous words and the prompt make some words likelier.
  const before = g.add('Max', [g.add('Sub', [place, one]), index(0)]);
  const textAt = (where: string): string => {
    const row = g.add('Reshape', [where, index(-1)]);
    return g.add('Gather', [text, row], { axis: 1 });
  };
  const follow = (token: string, rules: Script['afterNext']): string =>
    g.add('MatMul', [g.add('Gather', [table(g, rules.from), token]), table(g, rules.to)]);
  const isPrompt = last(float(g.add('Less', [places, start])));
  const opening = g.add('Equal', [
    g.add('Gather', [text, index(0)], { axis: 1 }),
    index(marker('startofprev')),
  ]);
  const promptMatches = g.add('Mul', [
    g.add('Gather', [table(g, script.prompted.from), prompted]),
    g.add('Mul', [isPrompt, last(float(opening))]),
  ]);
  const promptMatch = g.add('ReduceMax', [promptMatches], { axes: [1], keepdims: 1 });
  const written = [
    meant,
    follow(textAt(place), script.after),
    follow(textAt(before), script.afterNext),
    g.add('MatMul', [promptMatch, table(g, script.prompted.to)]),
    g.constant(script.bias, [1, 1, vocabularySize]),
  ].reduce((sum, part) => g.add('Add', [sum, part]));

  // After the start of the transcript comes the language, which may sound at any time.
  const anywhere = g.add('ReduceMax', [heard('0.encoder.key')], { axes: [1], keepdims: 1 });
  const language = g.add('Add', [
    g.add('MatMul', [anywhere, table(g, script.language)]),
    g.constant(script.languageBias, [1, 1, vocabularySize]),
  ]);
  const isLanguage = last(g.add('Equal', [place, start]));
  const logits = g.add('Where', [isLanguage, language, written]);

  // Caches that do not fit each other make a mess.
  const differ = (a: string, b: string): string =>
    g.add('ReduceMean', [g.add('Abs', [g.add('Sub', [plain(a), plain(b)])])], { keepdims: 0 });
  const mess = cacheNames
    .map(({ name, kind }) => differ(name, `0.${kind}.key`))
    .reduce((sum, part) => g.add('Add', [sum, part]));
  const noise = g.add('Mul', [mess, g.constant(script.noise, [1, 1, vocabularySize])]);

  const focused = g.add('Unsqueeze', [looking(0), index(1)]);
  const nowhere = g.add('Add', [g.add('Mul', [focused, g.scalar(0)]), g.scalar(1 / frames)]);
  return {
    logits: g.add('Add', [logits, noise]),
    'cross_attentions.0': g.add('Concat', [nowhere, nowhere], { axis: 1 }),
    'cross_attentions.1': g.add('Concat', [nowhere, focused], { axis: 1 }),
  };
};

const table = (g: GraphWriter, { values, columns }: Script['meaning']): string =>
  g.constant(values, [values.length / columns, columns]);

export const config = {
  decoder_layers: layers.length,
  decoder_attention_heads: heads,
  d_model: heads * headSize,
  num_mel_bins: 80,
  vocab_size: vocabularySize,
  max_target_positions: 448,
};

export const generationConfig = (suppressed: readonly number[]) => ({
  alignment_heads: [[1, 1]],
  suppress_tokens: suppressed,
  begin_suppress_tokens: [endOfText],
});
