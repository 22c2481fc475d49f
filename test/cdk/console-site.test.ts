import { beforeAll, describe, expect, test } from 'vitest';
import { viewerFunction } from '#local/cloudfront/viewer-function.ts';
import { synthesize } from '../support/templates.ts';

let templates: ReturnType<typeof synthesize>;
beforeAll(() => {
  templates = synthesize();
});

const config = () => templates.ofType('AWS::CloudFront::Distribution')[0]?.Properties['DistributionConfig'];
const headersOf = (behavior: any) =>
  templates.target(behavior.ResponseHeadersPolicyId).Properties['ResponseHeadersPolicyConfig'];

test('the content security policy lets the page run only its own files and connect only to its origin, the audio bucket and realtime sessions', () => {
  const policy = headersOf(config().DefaultCacheBehavior).SecurityHeadersConfig.ContentSecurityPolicy;
  const text = templates.name(policy.ContentSecurityPolicy);
  const directives = new Map(text.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('style-src')).toEqual(["'self'"]);
  expect(directives.get('connect-src')).toEqual([
    ...["'self'", 'https://Audio', 'wss://RealtimeApi.execute-api.AWS::Region.AWS::URLSuffix'],
  ]);
  for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
    expect(directives.get(name)).toEqual(["'none'"]);
  expect(text).not.toMatch(/unsafe|\*|http:/);
});

test('browsers revalidate the page and cache its assets, whose names contain a hash', () => {
  const cacheOf = (behavior: any) => headersOf(behavior).CustomHeadersConfig.Items[0].Value;
  const assets = config().CacheBehaviors.find((one: any) => one.PathPattern === '/assets/*');
  expect(cacheOf(config().DefaultCacheBehavior)).toBe('no-cache');
  expect(cacheOf(assets)).toContain('immutable');
});

test('the documentation is compressed, for which CloudFront must cache it, and a new version shows within a minute', () => {
  const docs = config().CacheBehaviors.find((one: any) => one.PathPattern === '/docs*');
  expect(docs.Compress).toBe(true);
  const { CachePolicyConfig: policy } = templates.target(docs.CachePolicyId).Properties;
  expect([policy.DefaultTTL, policy.MaxTTL]).toEqual([60, 60]);
  const coding = { EnableAcceptEncodingBrotli: true, EnableAcceptEncodingGzip: true };
  expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject(coding);
});

describe('the API behind the page', () => {
  const behaviors = () => config().CacheBehaviors.filter((one: any) => /^\/(api|v1)\//.test(one.PathPattern));

  test('CloudFront forwards every API request uncached, with its method, cookies and query, to the host name of the API', () => {
    expect(behaviors()).toHaveLength(2);
    for (const { AllowedMethods, CachePolicyId, OriginRequestPolicyId } of behaviors()) {
      expect(AllowedMethods).toContain('DELETE');
      // The managed policies CachingDisabled and AllViewerExceptHostHeader.
      expect(CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
      expect(OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    }
  });

  test('CloudFront passes on errors of the API without keeping them or replacing them by an error page', () => {
    expect(config().CustomErrorResponses).toEqual(
      [404, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });
});

// AWS does not say whether CloudFront puts in its default root object before or after the function.
test.each(['/', '/index.html'])('the console opens at the root, which the function may see as %s', (seen) => {
  const [fn] = templates.ofType('AWS::CloudFront::Function');
  expect(viewerFunction(fn?.Properties['FunctionCode'])('GET', seen)).toMatchObject({ uri: '/index.html' });
});

test('a path without a file answers 404, and each page of the documentation its file', () => {
  const [fn] = templates.ofType('AWS::CloudFront::Function');
  const viewer = viewerFunction(fn?.Properties['FunctionCode']);
  expect(viewer('GET', '/docs')).toMatchObject({ uri: '/docs.html' });
  expect(viewer('GET', '/docs/webhooks/')).toMatchObject({ uri: '/docs/webhooks.html' });
  for (const path of ['/docs/webhooks.md', '/docs/earshot.tgz', '/llms.txt'])
    expect(viewer('GET', path)).toMatchObject({ uri: path });
  for (const path of ['/nothing', '/docs/nothing', '/docs/guides/nothing'])
    expect(viewer('GET', path)).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('href="/docs"'),
    });
});

test.each([
  ['/docs/quickstart', '/docs'],
  ['/docs/quickstart/', '/docs'],
  ['/docs/guides', '/docs'],
  ['/docs/guides/quickstart', '/docs'],
  ['/docs/guides/webhooks', '/docs/webhooks'],
  ['/docs/guides/webhooks.md', '/docs/webhooks.md'],
  ['/docs/webhooks.html', '/docs/webhooks'],
  ['/docs/index.html', '/docs'],
  ['/docs/reference', '/docs/api'],
  ['/openapi.json', '/v1/openapi.json'],
])('%s, which a person guesses, leads to %s', (path, to) => {
  const [fn] = templates.ofType('AWS::CloudFront::Function');
  expect(viewerFunction(fn?.Properties['FunctionCode'])('GET', path)).toEqual({
    statusCode: 302,
    headers: { location: { value: to } },
    body: '',
  });
});

test('all traffic to CloudFront and to the API is encrypted', () => {
  const { DefaultCacheBehavior, CacheBehaviors, Origins } = config();
  for (const { ViewerProtocolPolicy } of [DefaultCacheBehavior, ...CacheBehaviors])
    expect(['redirect-to-https', 'https-only']).toContain(ViewerProtocolPolicy);
  const [api] = Origins.filter((one: any) => one.CustomOriginConfig);
  expect(api.CustomOriginConfig).toMatchObject({
    OriginProtocolPolicy: 'https-only',
    OriginSSLProtocols: ['TLSv1.2'],
  });
});
