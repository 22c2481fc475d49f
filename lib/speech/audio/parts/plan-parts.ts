import { findAudio } from '../audio-file.ts';
import type { ByteReader } from '../byte-reader.ts';
import type { Demuxer } from '../sniff.ts';
import type { ChunkLengths } from '../chunk.ts';
import { minParts, type Planned } from './plan.ts';
import { planAdts } from './plan-adts.ts';
import { planFlac } from './plan-flac.ts';
import { planMov } from './plan-mov.ts';
import { planMp3 } from './plan-mp3.ts';
import { planOgg } from './plan-ogg.ts';
import { planWav } from './plan-wav.ts';
import { planWebm } from './plan-webm.ts';

type PlanFormat = (file: ByteReader, start: number, lengths: ChunkLengths) => Promise<Planned>;

/** The formats whose samples can be located, and that decode to the same samples wherever decoding begins. */
const planOf: Readonly<Partial<Record<Demuxer, PlanFormat>>> = {
  aac: planAdts,
  flac: planFlac,
  matroska: planWebm,
  mov: planMov,
  mp3: planMp3,
  ogg: planOgg,
  wav: planWav,
};

/** Plans the parts of a file. Throws a `JobFailure` if it is not audio. */
export const planParts = async (file: ByteReader, lengths: ChunkLengths): Promise<Planned> => {
  const { demuxer, start } = await findAudio(file);
  const plan = await planOf[demuxer]?.(file, start, lengths);
  if (!plan) return { serially: 'format' };
  return 'slices' in plan && plan.slices.length < minParts ? { serially: 'short' } : plan;
};
