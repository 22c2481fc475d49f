import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';

const Properties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) })
      .default({ Items: [] }),
    SecurityHeadersConfig: z.strictObject({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }).optional(),
      ContentTypeOptions: z.object({}).optional(),
      FrameOptions: z.object({ FrameOption: z.string() }).optional(),
      ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }).optional(),
      StrictTransportSecurity: z
        .object({ AccessControlMaxAgeSec: z.number(), IncludeSubdomains: z.boolean().default(false) })
        .optional(),
    }),
  }),
});

/** The headers that a policy of the template adds to every response. They override the origin's headers. */
export const responseHeaders = (deployment: Deployment, policyId: string): Record<string, string> => {
  const policy = deployment.find('AWS::CloudFront::ResponseHeadersPolicy', policyId);
  const { CustomHeadersConfig, SecurityHeadersConfig } =
    policy.properties(Properties).ResponseHeadersPolicyConfig;
  const {
    ContentSecurityPolicy: content,
    ContentTypeOptions: type,
    FrameOptions: frame,
    ReferrerPolicy: referrer,
    StrictTransportSecurity: transport,
  } = SecurityHeadersConfig;
  const subdomains = transport?.IncludeSubdomains ? '; includeSubDomains' : '';
  return {
    ...(content && { 'content-security-policy': content.ContentSecurityPolicy }),
    ...(type && { 'x-content-type-options': 'nosniff' }),
    ...(frame && { 'x-frame-options': frame.FrameOption }),
    ...(referrer && { 'referrer-policy': referrer.ReferrerPolicy }),
    ...(transport && {
      'strict-transport-security': `max-age=${transport.AccessControlMaxAgeSec}${subdomains}`,
    }),
    ...Object.fromEntries(
      CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]),
    ),
  };
};
