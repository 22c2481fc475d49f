import { type JobPlace, transcriptUrl } from '../api/transcription-calls.ts';

const formats = ['srt', 'vtt', 'txt', 'json'];

type Props = { place: JobPlace; isTranslated: boolean };

/** The text as files; the translation as files of its own. */
export const Downloads = ({ place, isTranslated }: Props) => (
  <p class="downloads">
    <span>Download</span>
    {formats.map((format) => (
      <a key={format} href={transcriptUrl(place, format)} download={`${place.jobId}.${format}`}>
        {format.toUpperCase()}
      </a>
    ))}
    {isTranslated && (
      <>
        <span>Translation</span>
        {formats.slice(0, 3).map((format) => (
          <a
            key={format}
            href={transcriptUrl(place, format, 'translated')}
            download={`${place.jobId}.translated.${format}`}
            aria-label={`${format.toUpperCase()} of the translation`}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </>
    )}
  </p>
);
