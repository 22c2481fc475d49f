import { GraphWriter } from '#cdk/speech-runtime/graph-writer.ts';
import { writeSpectrogram } from '#cdk/speech-runtime/whisper/spectrogram.ts';
import type { WhisperShape } from '#lib/speech/engines/whisper-model.ts';
import { bands, framesPerWord, type Script } from './script.ts';
import { endOfText, marker, vocabularySize } from './vocabulary.ts';

const layers = [0, 1] as const;
const heads = 2;
const headSize = 40;
const frames = 1_500;
const kinds = ['text', 'audio'] as const;
const halves = ['key', 'value'] as const;
type Caches = Readonly<Record<string, string>>;

const cacheNames = layers.flatMap((layer) =>
  kinds.flatMap((kind) => halves.map((half) => ({ layer, kind, half, name: `${kind}.${layer}.${half}` }))),
);
/** Each cache contains the values times a different factor, so that swapped caches are detected. */
const factors: Readonly<Record<string, number>> = {
  'text.0.key': 1,
  'text.0.value': -1,
  'text.1.key': 2,
  'text.1.value': 3,
  'audio.0.key': 1,
  'audio.0.value': 2,
  'audio.1.key': 3,
  'audio.1.value': 4,
};
const factorOf = (g: GraphWriter, name: string): string => g.scalar(factors[name] ?? 0);

/** An encoder that only halves the number of frames. Its keys and values are the spectrogram. */
export const encoderModel = (): Uint8Array => {
  const g = new GraphWriter();
  const mel = writeSpectrogram(g, g.input('samples', 'float32', [1, 'time']), heads * headSize);
  const halved = g.add('AveragePool', [mel], { kernel_shape: [2], strides: [2] });
  const columns = g.add('Reshape', [halved, g.integers(heads, headSize, -1)]);
  const heard = g.add('Transpose', [columns], { perm: [0, 2, 1] });
  for (const { name, kind } of cacheNames.filter((cache) => cache.kind === 'audio')) {
    g.addAs(name, 'Mul', { inputs: [heard, factorOf(g, name)] });
    g.output(name, [heads, kind, headSize]);
  }
  return Buffer.concat(g.encode());
};

/**
 * A decoder with the interface of cdk/speech-runtime/whisper/decoder-graph.ts. Its text caches hold the tokens of the text, and
 * its audio caches hold the spectrogram. `script` maps the sound in the n-th half second to word n.
 */
export const decoderModel = (script: Script): Uint8Array => {
  const g = new GraphWriter();
  g.input('tokens', 'int64', ['rows', 'length']);
  g.input('parents', 'int64', ['rows']);
  for (const { name, kind, half } of cacheNames) {
    if (kind === 'audio') g.input(name, 'float32', [heads, 'frames', headSize]);
    else {
      const dims = (length: string) =>
        half === 'key' ? [heads, headSize, length] : [heads, length, headSize];
      g.input(name.replace('text', 'past'), 'float32', ['before', ...dims('past')]);
      g.output(name, ['rows', ...dims('total')]);
    }
  }
  g.output('logits', ['rows', vocabularySize]);
  g.output('attention', [1, 'rows', 'frames']);
  write(g, caches(g), script);
  return Buffer.concat(g.encode());
};

/** The caches after this step, each as [rows or 1, heads, length, size]. */
const caches = (g: GraphWriter): Caches =>
  Object.fromEntries(
    cacheNames.map(({ name, kind, half }) => {
      if (kind === 'audio') return [name, g.add('Unsqueeze', [name, g.integers(0)])];
      const isKey = half === 'key';
      const extended = extend(g, name, isKey);
      return [name, isKey ? g.add('Transpose', [extended], { perm: [0, 1, 3, 2] }) : extended];
    }),
  );

/** Appends the new tokens to the text of each row's parent. */
const extend = (g: GraphWriter, name: string, isKey: boolean): string => {
  const ids = g.add('Unsqueeze', [
    g.add('Cast', ['tokens'], { to: 1 }),
    isKey ? g.integers(1, 2) : g.integers(1, 3),
  ]);
  const repeats = isKey ? g.integers(1, heads, headSize, 1) : g.integers(1, heads, 1, headSize);
  const added = g.add('Mul', [g.add('Tile', [ids, repeats]), factorOf(g, name)]);
  const past = g.add('Gather', [name.replace('text', 'past'), 'parents']);
  return g.addAs(name, 'Concat', { inputs: [past, added], attributes: { axis: isKey ? 3 : 2 } });
};

/** Writes the logits and the attention after the last new token of each text. */
const write = (g: GraphWriter, all: Caches, script: Script): void => {
  const plain = (name: string): string => g.add('Div', [all[name] ?? '', factorOf(g, name)]);
  const index = (...values: number[]): string => g.integers(...values);
  const scalarIndex = (value: number): string => g.add('Squeeze', [index(value), index(0)]);
  const float = (value: string): string => g.add('Cast', [value], { to: 1 });
  const last = (value: string): string => g.add('Unsqueeze', [value, index(-1)]);

  // The tokens of each text so far, [batch, past + new], which two of the caches contain.
  const tokensIn = (name: string): string => {
    const row = g.add('Gather', [plain(name), scalarIndex(0)], { axis: 1 });
    const ids = g.add('Gather', [row, scalarIndex(0)], { axis: 2 });
    return g.add('Cast', [g.add('Round', [ids])], { to: 7 });
  };
  const text = tokensIn('text.0.value');

  // The positions of the new tokens, [1, new], and the start of the transcript, [batch, 1].
  const lengthOf = (value: string): string => g.add('Gather', [g.add('Shape', [value]), scalarIndex(1)]);
  const one = scalarIndex(1);
  const length = lengthOf(text);
  const first = g.add('Sub', [length, lengthOf('tokens')]);
  const place = g.add('Unsqueeze', [g.add('Range', [first, length, one]), index(0)]);
  const isStart = float(g.add('Equal', [text, index(marker('startoftranscript'))]));
  const start = g.add('ArgMax', [isStart], { axis: 1, keepdims: 1 });
  const at = (steps: number): string =>
    g.add(
      'GatherElements',
      [text, g.add('Min', [g.add('Add', [start, index(steps)]), g.add('Sub', [length, one])])],
      { axis: 1 },
    );

  // Word n attends to the n-th half second.
  const word = float(g.add('Sub', [g.add('Sub', [place, start]), index(3)]));
  const looking = (margin: number): string => {
    const spans = Float32Array.from({ length: frames }, (_, frame) => {
      const within = frame % framesPerWord;
      const isIn = within >= margin && within < framesPerWord - margin;
      return isIn ? Math.floor(frame / framesPerWord) : -1e6;
    });
    const heardSpans = g.add('Slice', [
      vector(g, `spans ${margin}`, spans),
      index(0),
      g.add('Shape', ['audio.0.value'], { start: 1, end: 2 }),
      index(2),
    ]);
    const isLooked = float(g.add('Equal', [last(word), heardSpans]));
    return g.add('Div', [isLooked, g.scalar(framesPerWord - 2 * margin)]);
  };
  const heard = (name: string): string => {
    const ordered = g.add('Transpose', [plain(name)], { perm: [0, 2, 1, 3] });
    return g.add('Reshape', [ordered, index(0, 0, heads * headSize)]);
  };
  const sound = g.add('MatMul', [looking(5), heard('audio.1.value')]);

  // The meaning of a sound in the bands depends on language and task.
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

  // Previous words make some words more likely.
  const before = g.add('Max', [g.add('Sub', [place, one]), index(0)]);
  const textAt = (where: string): string => {
    const row = g.add('Reshape', [where, index(-1)]);
    return g.add('Gather', [text, row], { axis: 1 });
  };
  const follow = (token: string, rules: Script['afterNext']): string =>
    g.add('MatMul', [g.add('Gather', [table(g, rules.from), token]), table(g, rules.to)]);
  const written = [
    meant,
    follow(textAt(place), script.after),
    follow(textAt(before), script.afterNext),
    vector(g, 'script.bias', script.bias),
  ].reduce((sum, part) => g.add('Add', [sum, part]));

  // The language token follows the start of the transcript. The sound of the language may be at any time.
  const anywhere = g.add('ReduceMax', [heard('audio.0.key')], { axes: [1], keepdims: 1 });
  const language = g.add('Add', [
    g.add('MatMul', [anywhere, table(g, script.language)]),
    vector(g, 'script.languageBias', script.languageBias),
  ]);
  const isLanguage = last(g.add('Equal', [place, start]));
  const logits = g.add('Where', [isLanguage, language, written]);

  // Caches that do not match add noise to the logits.
  const differ = (a: string, b: string): string =>
    g.add('ReduceMean', [g.add('Abs', [g.add('Sub', [plain(a), plain(b)])])], { keepdims: 0 });
  const mess = cacheNames
    .map(({ name, kind }) => differ(name, `${kind}.0.key`))
    .reduce((sum, part) => g.add('Add', [sum, part]));
  const noise = g.add('Mul', [mess, vector(g, 'script.noise', script.noise)]);

  const ended = (x: string): string => g.add('Gather', [x, scalarIndex(-1)], { axis: 1 });
  g.addAs('logits', 'Identity', { inputs: [ended(g.add('Add', [logits, noise]))] });
  g.addAs('attention', 'Unsqueeze', { inputs: [ended(looking(0)), index(0)] });
};

const vector = (g: GraphWriter, name: string, values: Float32Array): string =>
  g.constant(name, { type: 'float32', dims: [1, 1, values.length] }, () => values);

const table = (g: GraphWriter, { name, values, columns }: Script['meaning']): string =>
  g.constant(name, { type: 'float32', dims: [values.length / columns, columns] }, () => values);

export const shape = (suppressed: readonly number[]): WhisperShape => ({
  layers: layers.length,
  heads,
  headSize,
  maxFrames: frames,
  vocabularySize,
  maxText: 448,
  suppressed: [...suppressed],
  suppressedFirst: [endOfText],
  alignmentHeads: 1,
});
