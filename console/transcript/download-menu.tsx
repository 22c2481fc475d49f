import { type JobRef, transcriptUrl } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { useDownload } from '../parts/download-link.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Menu } from '../parts/menu.tsx';

const translatedFormats = [
  ['txt', 'Text'],
  ['srt', 'SubRip subtitles'],
  ['vtt', 'WebVTT subtitles'],
] as const;
const formats = [...translatedFormats, ['json', 'JSON with all words']] as const;

type Props = { jobRef: JobRef; job: TranscriptionView };

export const DownloadMenu = ({ jobRef, job }: Props) => {
  const { linkTo, error } = useDownload();
  return (
    <>
      <Menu label="Download" align="right" summary={<span class="button-text">Download</span>}>
        <ul>
          {formats.map(([format, name]) => (
            <li key={format}>
              <a {...linkTo(transcriptUrl(jobRef, format))}>
                {name} <span class="quiet">.{format}</span>
              </a>
            </li>
          ))}
          {job.translated_text !== null &&
            translatedFormats.map(([format, name]) => (
              <li key={format}>
                <a {...linkTo(transcriptUrl(jobRef, format, 'translated'))}>
                  {name} of the translation <span class="quiet">.{format}</span>
                </a>
              </li>
            ))}
        </ul>
      </Menu>
      <ErrorNote error={error} />
    </>
  );
};
