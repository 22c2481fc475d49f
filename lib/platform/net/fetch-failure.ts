type Fault = {
  /** Whether the same request may succeed later. */
  readonly transient: boolean;
  readonly says: (host: string) => string;
};

/** Everything that can go wrong before the answer has arrived whole. Status codes are answers, not faults. */
const faults = {
  invalid_url: {
    transient: false,
    says: () =>
      'The URL must be a plain https URL on port 443, without user name and password, to a host with a valid name.',
  },
  unsupported_scheme: { transient: false, says: () => 'The URL must begin with https.' },
  blocked_address: { transient: false, says: (host) => `${host} is not on the public internet.` },
  dns: { transient: true, says: (host) => `The name ${host} could not be resolved.` },
  connect: { transient: true, says: (host) => `${host} could not be reached.` },
  tls: { transient: false, says: (host) => `There is no trustworthy TLS connection to ${host}.` },
  timeout: { transient: true, says: (host) => `${host} took too long.` },
  too_slow: { transient: true, says: (host) => `${host} sends too slowly.` },
  interrupted: { transient: true, says: (host) => `${host} broke off before the end.` },
  bad_response: { transient: false, says: (host) => `${host} does not answer in valid HTTP/1.1.` },
  encoding: { transient: false, says: (host) => `${host} encodes its answer, although asked not to.` },
  too_large: { transient: false, says: (host) => `${host} sends more bytes than allowed.` },
  too_many_redirects: { transient: false, says: (host) => `${host} redirects once too often.` },
  bad_redirect: {
    transient: false,
    says: (host) => `${host} redirects to something other than a plain https URL on port 443.`,
  },
  aborted: { transient: true, says: (host) => `The request to ${host} was stopped on our side.` },
} as const satisfies Record<string, Fault>;

export type FetchFailureKind = keyof typeof faults;

type FetchFailureOptions = {
  /** What the system or the TLS library calls it, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly code?: string | undefined;
  readonly transient?: boolean;
};

/**
 * Why `safeFetch` has no (whole) answer. Holds no more of the URL than its host: paths and queries of presigned URLs
 * are secrets. That is also why it has no `cause`: Node's own errors may quote the URL.
 */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly kind: FetchFailureKind;
  readonly host: string;
  readonly transient: boolean;

  constructor(kind: FetchFailureKind, host: string, circumstances: FetchFailureOptions = {}) {
    const { code, transient = faults[kind].transient } = circumstances;
    super(code === undefined ? faults[kind].says(host) : `${faults[kind].says(host)} (${code})`);
    this.kind = kind;
    this.host = host;
    this.transient = transient;
  }
}

/** The `code` of a Node error, such as ENOTFOUND. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
