import { bytes, duration } from '../format.ts';
import { interruptionOf, type Progress, type Sending } from './sending.ts';

/** `42 % · 3.1 MB/s · 1 min left`. */
const rateOf = (size: number, { sent, bytesPerSecond }: Extract<Progress, { is: 'uploading' }>): string => {
  const share = `${Math.floor((100 * sent) / size)} %`;
  if (bytesPerSecond === 0) return share;
  const leftMs = Math.ceil((size - sent) / bytesPerSecond) * 1000;
  return `${share} · ${bytes(Math.round(bytesPerSecond))}/s · ${duration(leftMs)} left`;
};

const textOf = (progress: Progress, size: number | undefined): string => {
  if (progress.is === 'uploading' && size !== undefined && progress.sent < size)
    return rateOf(size, progress);
  if (progress.is === 'interrupted') return `${interruptionOf(progress.error)} It resumes automatically.`;
  const texts = {
    waiting: 'Waiting for the others',
    checking: 'Checking the options',
    uploading: 'Queueing the job',
    refused: 'Not sent',
  };
  return texts[progress.is];
};

/** The progress of a sending. */
export const SendingProgress = ({ sending, progress }: { sending: Sending; progress: Progress }) => {
  const size = 'size' in sending.source ? sending.source.size : undefined;
  return (
    <>
      {progress.is === 'uploading' && size !== undefined ? (
        <progress max={size} value={progress.sent} aria-label={`Upload of ${sending.name}`} />
      ) : (
        progress.is !== 'refused' && <progress aria-label={`Sending ${sending.name}`} />
      )}
      <span class="quiet">{textOf(progress, size)}</span>
    </>
  );
};
