/** The components of the layer's ffmpeg, by configure's names. No network, playlists or video, and no GPL code. */
export const components = {
  protocol: ['file', 'pipe'],
  demuxer: ['aac', 'aiff', 'amr', 'asf', 'flac', 'loas', 'matroska', 'mov', 'mp3', 'ogg', 'wav'],
  parser: ['aac', 'aac_latm', 'ac3', 'amr', 'flac', 'g723_1', 'gsm', 'mpegaudio', 'opus', 'vorbis'],
  decoder: [
    ...['aac', 'aac_latm', 'ac3', 'alac', 'amrnb', 'amrwb', 'eac3', 'flac', 'gsm', 'gsm_ms'],
    ...['mp1', 'mp2', 'mp3float', 'opus', 'speex', 'vorbis'],
    ...['wmalossless', 'wmapro', 'wmav1', 'wmav2', 'wmavoice'],
    ...['adpcm_g722', 'adpcm_g726', 'adpcm_ima_qt', 'adpcm_ima_wav', 'adpcm_ms', 'adpcm_swf', 'g723_1'],
    ...['pcm_alaw', 'pcm_mulaw', 'pcm_s8', 'pcm_u8'],
    ...['pcm_s16be', 'pcm_s16le', 'pcm_s24be', 'pcm_s24le', 'pcm_s32be', 'pcm_s32le'],
    ...['pcm_f32be', 'pcm_f32le', 'pcm_f64be', 'pcm_f64le'],
  ],
  filter: ['aresample', 'asetpts', 'atrim', 'volume'],
  encoder: ['pcm_s16le'],
  muxer: ['wav'],
} as const;
