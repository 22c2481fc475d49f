export { type AudioSource, Earshot, type EarshotOptions, type TranscribeOptions } from './client.ts';
export * from './errors.ts';
export type { UploadProgress } from './multipart.ts';
export {
  RealtimeConnection,
  type RealtimeEvent,
  type RealtimeOptions,
  type RealtimeState,
} from './realtime.ts';
export type { CallOptions, CreateOptions } from './http.ts';
export type { TranscriptFile, WaitOptions } from './transcriptions.ts';
export type {
  Capabilities,
  CreatedRealtimeSession,
  FieldError,
  JobError,
  NewRealtimeSession,
  NewTranscription,
  NewUpload,
  NewWebhook,
  RealtimeSession,
  RegisteredFile,
  Segment,
  Transcript,
  Transcription,
  TranscriptionSummary,
  UploadGrant,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookWithSecret,
  Word,
} from './types.ts';
export { webhooks } from './webhooks.ts';
