import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TranscriptionView } from '../api/types.ts';
import { decodedMaxMs, decodedPeaks } from './decode-peaks.ts';
import { speechOf } from './peaks.ts';

const peakCount = 1_000;

/** The waveform of the recording: its loudness if the file is available and short, otherwise where there is speech. */
export const usePeaks = (
  job: TranscriptionView,
  totalMs: number,
  recording: File | undefined,
): readonly number[] => {
  const speech = useMemo(() => speechOf(job.words ?? job.segments ?? [], totalMs, peakCount), [job, totalMs]);
  const [decoded, setDecoded] = useState<number[]>();
  useEffect(() => {
    let isCurrent = true;
    setDecoded(undefined);
    if (recording && totalMs <= decodedMaxMs)
      void decodedPeaks(recording, peakCount).then((peaks) => isCurrent && setDecoded(peaks));
    return () => {
      isCurrent = false;
    };
  }, [recording, totalMs]);
  return decoded ?? speech;
};
