export type { AudioHere } from './audio-here.ts';
export { type AudioSource, Earshot, type EarshotOptions, type TranscribeOptions } from './client.ts';
// The class, not the type of its JSON.
export { ApiError } from './errors.ts';
export * from './errors.ts';
export type { Files } from './files.ts';
export type { CallOptions, CreateOptions } from './http.ts';
export type { RealtimeSessions } from './realtime-sessions.ts';
export {
  RealtimeConnection,
  type RealtimeEvent,
  type RealtimeOptions,
  type RealtimeState,
} from './realtime.ts';
export type { RequestLog } from './request-log.ts';
export type { TranscriptFile, Transcriptions, WaitOptions } from './transcriptions.ts';
export type * from './types.ts';
export type { UploadProgress } from './upload-progress.ts';
export type { PostOptions, UploadOptions, Uploads } from './uploads.ts';
export type { UsageReports } from './usage-reports.ts';
export type { WebhookEndpoints } from './webhook-endpoints.ts';
export { webhooks } from './webhooks.ts';
