import { type JobRef, transcriptUrl } from '../api/transcription-calls.ts';

const formats = ['srt', 'vtt', 'txt', 'json'];

type Props = { jobRef: JobRef; isTranslated: boolean };

export const Downloads = ({ jobRef, isTranslated }: Props) => (
  <p class="downloads">
    <span>Download</span>
    {formats.map((format) => (
      <a key={format} href={transcriptUrl(jobRef, format)} download={`${jobRef.jobId}.${format}`}>
        {format.toUpperCase()}
      </a>
    ))}
    {isTranslated && (
      <>
        <span>Translation</span>
        {formats.slice(0, 3).map((format) => (
          <a
            key={format}
            href={transcriptUrl(jobRef, format, 'translated')}
            download={`${jobRef.jobId}.translated.${format}`}
            aria-label={`${format.toUpperCase()} of the translation`}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </>
    )}
  </p>
);
