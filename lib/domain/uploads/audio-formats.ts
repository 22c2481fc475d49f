import { essenceOf } from '#lib/platform/http/media-type.ts';

/**
 * The eleven formats of the public contract with their MIME types and file extensions. The related formats QuickTime,
 * 3GPP and Matroska belong to them.
 */
export const audioFormats = {
  aac: {
    mimeTypes: ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts'],
    extensions: ['aac', 'latm', 'loas'],
  },
  aiff: { mimeTypes: ['audio/aiff', 'audio/x-aiff'], extensions: ['aiff', 'aif', 'aifc'] },
  amr: { mimeTypes: ['audio/amr', 'audio/amr-wb', 'audio/x-amr'], extensions: ['amr', 'awb'] },
  asf: {
    mimeTypes: ['video/x-ms-asf', 'audio/x-ms-asf', 'application/vnd.ms-asf', 'audio/x-ms-wma', 'audio/wma'],
    extensions: ['asf', 'wma'],
  },
  flac: { mimeTypes: ['audio/flac', 'audio/x-flac'], extensions: ['flac'] },
  mp3: {
    mimeTypes: ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/mpeg3', 'video/mpeg'],
    extensions: ['mp3', 'mpga', 'mpeg', 'mp2'],
  },
  ogg: {
    mimeTypes: ['audio/ogg', 'application/ogg', 'audio/opus', 'audio/vorbis', 'video/ogg'],
    extensions: ['ogg', 'oga', 'opus'],
  },
  wav: {
    mimeTypes: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
    extensions: ['wav', 'wave'],
  },
  webm: {
    mimeTypes: [
      'audio/webm',
      'video/webm',
      'audio/matroska',
      'audio/x-matroska',
      'video/matroska',
      'video/x-matroska',
    ],
    extensions: ['webm', 'weba', 'mka', 'mkv'],
  },
  m4a: {
    mimeTypes: ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/x-m4b'],
    extensions: ['m4a', 'm4b'],
  },
  mp4: {
    mimeTypes: [
      'video/mp4',
      'application/mp4',
      'video/x-m4v',
      'video/quicktime',
      'audio/3gpp',
      'video/3gpp',
      'audio/3gpp2',
      'video/3gpp2',
    ],
    extensions: ['mp4', 'm4v', 'mov', '3gp', '3gpp', '3g2'],
  },
} as const;

export type AudioFormat = keyof typeof audioFormats;

const formats = Object.values(audioFormats);

export const supportedMimeTypes: ReadonlySet<string> = new Set(formats.flatMap(({ mimeTypes }) => mimeTypes));

export const supportedExtensions: ReadonlySet<string> = new Set(
  formats.flatMap(({ extensions }) => extensions),
);

/** The MIME type of arbitrary bytes: accepted only with a filename that has an audio extension. */
export const octetStream = 'application/octet-stream';

const isFormat = (name: string): name is AudioFormat => Object.hasOwn(audioFormats, name);
const formatByMimeType = new Map<string, AudioFormat>(
  Object.keys(audioFormats)
    .filter(isFormat)
    .flatMap((name) => audioFormats[name].mimeTypes.map((type) => [type, name] as const)),
);

/** The format of a content type, undefined for an unsupported one. */
export const formatOf = (contentType: string): AudioFormat | undefined =>
  formatByMimeType.get(essenceOf(contentType));

/** The extension in lower case, undefined for a name without one. */
export const extensionOf = (filename: string): string | undefined =>
  /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase();
