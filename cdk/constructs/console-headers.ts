import { Duration } from 'aws-cdk-lib/core';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** What the page may do: run its own files, ask its own origin, and post audio to `uploads`, an origin. */
const contentPolicy = (uploads: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Icons in the style sheet of Pico are data.
    "img-src 'self' data:",
    `connect-src 'self' ${uploads}`,
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const everywhere: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(730),
    includeSubdomains: true,
    override: true,
  },
};

/** Headers of the API behind the page, which sets its other ones itself. */
export const apiHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'ApiHeaders', { securityHeadersBehavior: everywhere });

type PageHeaders = {
  /** The origin of the bucket that uploads go to. */
  readonly uploads: string;
  readonly cacheControl: string;
};

/** Headers of the page's own files. */
export const pageHeaders = (
  scope: Construct,
  id: string,
  { uploads, cacheControl }: PageHeaders,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      ...everywhere,
      contentSecurityPolicy: { contentSecurityPolicy: contentPolicy(uploads), override: true },
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
