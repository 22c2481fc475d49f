import type { Capabilities } from '#lib/domain/about/capabilities.ts';
import type { RequestView } from '#lib/domain/requests/view.ts';
import type { ApiKeyView, CreatedApiKey, NewApiKey } from '#lib/domain/api-keys/views.ts';
import type { SessionView } from '#lib/domain/auth/get-session.ts';
import type { OwnSession, SessionsView } from '#lib/domain/auth/list-sessions.ts';
import type { SignedOut } from '#lib/domain/auth/sign-out.ts';
import type { NewCheckout } from '#lib/domain/billing/create-checkout.ts';
import type {
  AutoTopUpsView,
  BillingView,
  CheckoutView,
  PortalView,
  ReceiptView,
  SpendingView,
  SubscriptionsView,
  UsageView,
} from '#lib/domain/billing/views.ts';
import type { ListedJob } from '#lib/domain/playground/listed-job.ts';
import type { AuditEntryView } from '#lib/domain/organizations/audit-log.ts';
import type {
  CreatedInvitation,
  InvitationView,
  MembersView,
  MemberView,
  OwnInvitation,
} from '#lib/domain/organizations/members/views.ts';
import type { OrganizationView, ProjectView } from '#lib/domain/organizations/views.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import type { NewSessionRequest } from '#lib/domain/realtime/new-session.ts';
import type { NewSessionView } from '#lib/domain/realtime/session-view.ts';
import type { JobLedger } from '#lib/domain/transcriptions/job-ledger.ts';
import type { TranscriptionView } from '#lib/domain/transcriptions/view-schemas.ts';
import type { UploadGrant } from '#lib/domain/uploads/grant.ts';
import type {
  DeliveryDetails,
  DeliveryView,
  RestartView,
  SentView,
  WebhookView,
  WebhookWithSecret,
} from '#lib/domain/webhooks/views.ts';

export type {
  Capabilities,
  JobLedger,
  DeliveryDetails,
  RestartView as Restart,
  CheckoutView as Checkout,
  CreatedInvitation,
  PortalView as Portal,
  ReceiptView as Receipt,
  SubscriptionsView as Subscriptions,
  CreatedApiKey,
  Mode,
  NewApiKey,
  NewCheckout,
  OwnInvitation,
  NewSessionView as CreatedRealtimeSession,
  SignedOut,
  SentView as SentEvent,
  TranscriptionView,
  UploadGrant,
  WebhookWithSecret,
};
/** The order in the body of PATCH …/billing/auto-top-up. */
export type NewAutoTopUp = { price_id: string; below_usd: string };
/** The body of PATCH …/billing, in US dollars. Null means none. An omitted or undefined limit does not change. */
export type NewLimits = {
  spend_limit_usd?: string | null | undefined;
  spend_alert_usd?: string | null | undefined;
};

export type {
  ApiKeyView as ApiKey,
  AuditEntryView as AuditEntry,
  AutoTopUpsView as AutoTopUps,
  BillingView as Billing,
  DeliveryView as Delivery,
  InvitationView as Invitation,
  ListedJob as Job,
  MembersView as Members,
  MemberView as Member,
  OrganizationView as Organization,
  ProjectView as Project,
  OwnSession,
  SessionView as Session,
  SessionsView as Sessions,
  SpendingView as Spending,
  RequestView as RecordedRequest,
  UsageView as Usage,
  WebhookView as Webhook,
};

/** A project in live or test mode. The two modes share no data. */
export type Tenant = { projectId: string; mode: Mode };

export type Segment = NonNullable<TranscriptionView['segments']>[number];
export type Word = NonNullable<TranscriptionView['words']>[number];
export type Quota = UsageView['quotas'][number];
export type Role = MemberView['role'];
export type Right = OrganizationView['rights'][number];
export type Subscription = SubscriptionsView['data'][number];
export type AutoTopUp = NonNullable<BillingView['auto_top_up']>;
export type Product = BillingView['products'][number];
export type EventType = WebhookView['events'][number];
export type Attempt = DeliveryDetails['attempts'][number];
export type WebhookSettings = Pick<WebhookView, 'events' | 'description'> & { url?: string };

/** A page of a list. `next_cursor` is null on the last one. */
export type Page<Item> = { data: Item[]; next_cursor: string | null };

/** The body of POST …/realtime/sessions. */
export type NewRealtimeSession = Pick<NewSessionRequest, 'audio' | 'language_hints' | 'translation'>;

/** The body of POST …/transcriptions without the audio source. */
export type TranscriptionOptions = {
  language_hints?: string[];
  context?: string;
  custom_vocabulary?: string[];
  multichannel?: boolean;
  formatting?: { numerals?: 'digits'; fillers?: 'remove' };
  redact?: ('card_number' | 'email' | 'phone_number' | 'iban' | 'us_ssn')[];
  translation?:
    | { type: 'one_way'; target_language: string }
    | { type: 'two_way'; language_a: string; language_b: string };
};
