import type { BillingView, SubscriptionsView, UsageView } from '#lib/domain/billing/views.ts';
import type { MemberView } from '#lib/domain/organizations/members/views.ts';
import type { OrganizationView } from '#lib/domain/organizations/views.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import type { NewSessionRequest } from '#lib/domain/realtime/new-session.ts';
import type { TranscriptionView } from '#lib/domain/transcriptions/view-schemas.ts';
import type { DeliveryDetails, WebhookView } from '#lib/domain/webhooks/views.ts';

export type { Capabilities } from '#lib/domain/about/capabilities.ts';
export type { RequestView as RecordedRequest } from '#lib/domain/requests/view.ts';
export type { ApiKeyView as ApiKey, CreatedApiKey, NewApiKey } from '#lib/domain/api-keys/views.ts';
export type { SessionView as Session } from '#lib/domain/auth/get-session.ts';
export type { OwnSession, SessionsView as Sessions } from '#lib/domain/auth/list-sessions.ts';
export type { SignedOut } from '#lib/domain/auth/sign-out.ts';
export type { NewCheckout } from '#lib/domain/billing/create-checkout.ts';
export type {
  AutoTopUpsView as AutoTopUps,
  BillingView as Billing,
  CheckoutView as Checkout,
  PortalView as Portal,
  ReceiptView as Receipt,
  SpendingView as Spending,
  SubscriptionsView as Subscriptions,
  UsageView as Usage,
} from '#lib/domain/billing/views.ts';
export type { ListedJob as Job } from '#lib/domain/playground/listed-job.ts';
export type { AuditEntryView as AuditEntry } from '#lib/domain/organizations/audit-log.ts';
export type {
  CreatedInvitation,
  InvitationView as Invitation,
  MembersView as Members,
  MemberView as Member,
  OwnInvitation,
} from '#lib/domain/organizations/members/views.ts';
export type {
  OrganizationView as Organization,
  ProjectView as Project,
} from '#lib/domain/organizations/views.ts';
export type { Mode } from '#lib/platform/tenant.ts';
export type { NewSessionView as CreatedRealtimeSession } from '#lib/domain/realtime/session-view.ts';
export type { JobLedger } from '#lib/domain/transcriptions/job-ledger.ts';
export type { TranscriptionView } from '#lib/domain/transcriptions/view-schemas.ts';
export type { UploadGrant } from '#lib/domain/uploads/grant.ts';
export type {
  DeliveryDetails,
  DeliveryView as Delivery,
  RestartView as Restart,
  SentView as SentEvent,
  WebhookView as Webhook,
  WebhookWithSecret,
} from '#lib/domain/webhooks/views.ts';

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

/** The order in the body of PATCH …/billing/auto-top-up. */
export type NewAutoTopUp = { price_id: string; below_usd: string };
/** The body of PATCH …/billing, in US dollars. Null means none. An omitted or undefined limit does not change. */
export type NewLimits = {
  spend_limit_usd?: string | null | undefined;
  spend_alert_usd?: string | null | undefined;
};
