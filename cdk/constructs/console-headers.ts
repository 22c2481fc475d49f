import { Duration } from 'aws-cdk-lib/core';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { globalName } from '../stage.ts';

/** Allows the page to run its own files, and to call its own origin and `others`. */
const contentPolicy = (others: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The icons in Pico's style sheet are data URLs.
    "img-src 'self' data:",
    `connect-src ${["'self'", ...others].join(' ')}`,
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const commonHeaders: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(730),
    includeSubdomains: true,
    override: true,
  },
};

/** Headers of API responses. The API sets all others itself. */
export const apiHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'ApiHeaders', {
    responseHeadersPolicyName: globalName(scope, 'ApiHeaders'),
    securityHeadersBehavior: commonHeaders,
  });

type PageHeaders = {
  /** The origins that the page posts audio to and opens WebSockets to. */
  readonly others: readonly string[];
  readonly cacheControl: string;
};

/** Headers of the page's own files. */
export const pageHeaders = (
  scope: Construct,
  id: string,
  { others, cacheControl }: PageHeaders,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: globalName(scope, id),
    securityHeadersBehavior: {
      ...commonHeaders,
      contentSecurityPolicy: { contentSecurityPolicy: contentPolicy(others), override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Cache-Control', value: cacheControl, override: true },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
        {
          header: 'Permissions-Policy',
          value: 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
          override: true,
        },
      ],
    },
  });
