import { sampleRate } from '#lib/speech/audio/pcm.ts';

type Wave = (seconds: number, random: () => number) => number;

const seconds = 8;
const turn = (hertz: number, t: number): number => Math.sin(2 * Math.PI * hertz * t);
const white =
  (amplitude: number): Wave =>
  (_, random) =>
    amplitude * (2 * random() - 1);
/** Low noise that swells like a passing car, and a horn. */
const street = (): Wave => {
  let rumble = 0;
  return (t, random) => {
    rumble = 0.98 * rumble + 0.02 * (2 * random() - 1);
    const horn = t % 4 > 3 && t % 4 < 3.4 ? 0.1 * (turn(420, t) + turn(530, t)) : 0;
    return rumble * (1 + 0.8 * turn(0.15, t)) * 1.5 + horn;
  };
};
const chords = [
  [262, 330, 392],
  [220, 262, 330],
  [175, 220, 262],
  [196, 247, 294],
];
const music: Wave = (t) => {
  const chord = chords[Math.floor(t) % chords.length] ?? [];
  const struck = Math.exp(-3 * (t % 0.5));
  return chord.reduce((sum, hertz) => sum + 0.08 * struck * (turn(hertz, t) + 0.5 * turn(2 * hertz, t)), 0);
};

/** Sounds without speech. */
const waves: Readonly<Record<string, () => Wave>> = {
  silence: () => () => 0,
  'white noise, -60 dB': () => white(0.002),
  'white noise, -40 dB': () => white(0.02),
  'white noise, -20 dB': () => white(0.17),
  'white noise, -10 dB': () => white(0.5),
  'a low tone': () => (t) => 0.3 * turn(200, t),
  'a high tone': () => (t) => 0.3 * turn(1_000, t),
  'mains hum': () => (t) => 0.05 * (turn(50, t) + 0.5 * turn(150, t)),
  'a siren': () => (t) => 0.2 * Math.sin(2 * Math.PI * (700 * t - 200 * Math.cos(2 * t))),
  clicks: () => (t, random) => (t % 0.5 < 0.002 ? random() - 0.5 : 0),
  music: () => music,
  street,
};

/** Eight seconds of each sound without speech, by name: 16 kHz mono, identical in every run. */
export const soundsWithoutSpeech = (): Map<string, Int16Array> =>
  new Map(
    Object.entries(waves).map(([name, make]) => {
      const wave = make();
      let state = 1;
      const random = (): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state / 2_147_483_647;
      };
      const sample = (_: unknown, i: number): number =>
        Math.round(32_767 * Math.max(-1, Math.min(1, wave(i / sampleRate, random))));
      return [name, Int16Array.from({ length: seconds * sampleRate }, sample)];
    }),
  );
