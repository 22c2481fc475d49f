import type { Capabilities } from '#lib/about/capabilities.ts';
import type { TranscriptionSummary, TranscriptionView } from '#lib/transcriptions/transcription-view.ts';
import type { UploadGrant } from '#lib/uploads/grant.ts';

export type { Capabilities, TranscriptionSummary, TranscriptionView, UploadGrant };

export type Segment = NonNullable<TranscriptionView['segments']>[number];
export type Word = NonNullable<TranscriptionView['words']>[number];

/** A page of a list; on with `next_cursor` until it is null. */
export type Page<Item> = { data: Item[]; next_cursor: string | null };

export type Session = { user: { id: string; email: string; name: string }; expires_at: string };

export type Organization = { id: string; name: string; created_at: string };

export type Project = { id: string; organization_id: string; name: string; created_at: string };

export type KeyMode = 'live' | 'test';

export type ApiKey = {
  id: string;
  name: string;
  mode: KeyMode;
  hint: string;
  created_at: string;
  revoked_at: string | null;
};

type Amounts = { jobs: number; audio_ms: number; amount_usd: string };

/** `start`, `end` and `date` are UTC dates, both ends included. */
export type Usage = {
  start: string;
  end: string;
  totals: Amounts;
  days: (Amounts & { date: string })[];
};

export type ProductKind = 'credit_pack' | 'subscription';

export type Product = {
  price_id: string;
  kind: ProductKind;
  name: string;
  amount_usd: string;
  credit_usd: string;
};

export type Billing = {
  balance_usd: string;
  prepaid: boolean;
  products: Product[];
  entries: { id: string; kind: string; amount_usd: string; created_at: string }[];
};

export type WebhookSettings = { url: string; events: string[]; description: string | null };

export type Webhook = WebhookSettings & {
  id: string;
  project_id: string;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  created_at: string;
  secret_metadata: { hint: string; created_at: string; previous_expires_at: string | null };
};

/** What is told once: the secret itself. */
export type WithSecret<Thing> = Thing & { secret: string };

export type Attempt = { at: string; status_code: number | null; error: string | null; duration_ms: number };

export type Delivery = {
  id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: Attempt[];
  next_attempt_at: string | null;
  created_at: string;
};

/** What a job is asked for besides its audio; the body of POST …/transcriptions without the source. */
export type TranscriptionOptions = {
  language_hints?: string[];
  context?: string;
  custom_vocabulary?: string[];
  translation?:
    | { type: 'one_way'; target_language: string }
    | { type: 'two_way'; language_a: string; language_b: string };
};
