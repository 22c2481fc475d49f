import { ForeignFault } from '../foreign-fault.ts';

type Fault = {
  /** Whether the same request may succeed later. */
  readonly transient: boolean;
  readonly message: (host: string) => string;
};

/** All failures before the response has arrived completely. Status codes are responses, not failures. */
const faults = {
  invalid_url: {
    transient: false,
    message: () =>
      'The URL must be an https URL on port 443, without user name and password, and with a valid host name.',
  },
  unsupported_scheme: { transient: false, message: () => 'The URL must begin with https.' },
  blocked_address: { transient: false, message: (host) => `${host} is not on the public internet.` },
  dns: { transient: true, message: (host) => `The name ${host} could not be resolved.` },
  connect: { transient: true, message: (host) => `${host} could not be reached.` },
  tls: { transient: false, message: (host) => `The TLS connection to ${host} is not trustworthy.` },
  client_certificate: {
    transient: false,
    message: (host) => `${host} asks for a client certificate, which this service does not have.`,
  },
  timeout: { transient: true, message: (host) => `${host} took too long.` },
  too_slow: { transient: true, message: (host) => `${host} sends too slowly.` },
  interrupted: { transient: true, message: (host) => `${host} closed the connection before the end.` },
  bad_response: { transient: false, message: (host) => `${host} did not respond with valid HTTP/1.1.` },
  encoding: {
    transient: false,
    message: (host) => `${host} compressed its response although the request ruled that out.`,
  },
  too_large: { transient: false, message: (host) => `${host} sends more bytes than allowed.` },
  too_many_redirects: { transient: false, message: (host) => `${host} redirects too many times.` },
  bad_redirect: {
    transient: false,
    message: (host) => `${host} redirects to something other than an https URL on port 443.`,
  },
  aborted: { transient: true, message: (host) => `The request to ${host} was aborted by this service.` },
} as const satisfies Record<string, Fault>;

export type FetchFailureKind = keyof typeof faults;

type FetchFailureOptions = {
  /** The code of the system or the TLS library, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly code?: string | undefined;
  readonly transient?: boolean;
  /** The host that redirected to this one, which the caller may not know. */
  readonly redirectedBy?: string | undefined;
};

const messageOf = (kind: FetchFailureKind, host: string, { code, redirectedBy }: FetchFailureOptions) => {
  if (kind === 'blocked_address' && redirectedBy !== undefined)
    return `${redirectedBy} redirects to ${host}, which is not on the public internet.`;
  return code === undefined ? faults[kind].message(host) : `${faults[kind].message(host)} (${code})`;
};

/**
 * The reason why `safeFetch` has no complete response. It contains only the host of the URL, because paths and queries
 * of presigned URLs are secrets. It has no `cause` for the same reason: errors of Node.js may quote the URL.
 */
export class FetchFailure extends ForeignFault {
  override readonly name = 'FetchFailure';
  readonly kind: FetchFailureKind;
  readonly host: string;
  readonly transient: boolean;

  constructor(kind: FetchFailureKind, host: string, options: FetchFailureOptions = {}) {
    super(messageOf(kind, host, options));
    this.kind = kind;
    this.host = host;
    this.transient = options.transient ?? faults[kind].transient;
  }
}

/** The `code` of a Node error, such as ENOTFOUND. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether a TLS alert is about a client certificate. Earshot has none. */
export const asksForCertificate = (code: string): boolean => /^ERR_SSL_.*_ALERT_.*CERTIFICATE/.test(code);
