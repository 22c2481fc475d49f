export { type AudioSource, Earshot, type EarshotOptions, type TranscribeOptions } from './client.ts';
export * from './errors.ts';
export type { UploadProgress } from './upload-progress.ts';
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
  Charge,
  CreatedRealtimeSession,
  FieldError,
  JobError,
  JobLedger,
  NewRealtimeSession,
  NewTranscription,
  NewUpload,
  NewWebhook,
  RealtimeSession,
  RecordedRequest,
  RegisteredFile,
  Segment,
  Transcript,
  Transcription,
  TranscriptionSummary,
  UploadGrant,
  Usage,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookEvent,
  WebhookWithSecret,
  Word,
} from './types.ts';
export { webhooks } from './webhooks.ts';
