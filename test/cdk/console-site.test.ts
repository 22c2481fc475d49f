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

test('the page may run its own files and nothing else, and talk to its origin and the bucket for audio only', () => {
  const policy = headersOf(config().DefaultCacheBehavior).SecurityHeadersConfig.ContentSecurityPolicy;
  const text = templates.name(policy.ContentSecurityPolicy);
  const directives = new Map(text.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('style-src')).toEqual(["'self'"]);
  expect(directives.get('connect-src')).toEqual(["'self'", 'https://Audio']);
  for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
    expect(directives.get(name)).toEqual(["'none'"]);
  expect(text).not.toMatch(/unsafe|\*|http:/);
});

test('the page is asked for anew each time, and its parts, named by their content, are kept', () => {
  const cacheOf = (behavior: any) => headersOf(behavior).CustomHeadersConfig.Items[0].Value;
  const assets = config().CacheBehaviors.find((one: any) => one.PathPattern === '/assets/*');
  expect(cacheOf(config().DefaultCacheBehavior)).toBe('no-cache');
  expect(cacheOf(assets)).toContain('immutable');
});

describe('the API behind the page', () => {
  const behaviors = () => config().CacheBehaviors.filter((one: any) => /^\/(api|v1)\//.test(one.PathPattern));

  test('is asked every time, with every method, cookie and query, by its own name', () => {
    expect(behaviors()).toHaveLength(2);
    for (const { AllowedMethods, CachePolicyId, OriginRequestPolicyId } of behaviors()) {
      expect(AllowedMethods).toContain('DELETE');
      // CachingDisabled and AllViewerExceptHostHeader, policies that AWS manages.
      expect(CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
      expect(OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    }
  });

  test('has its errors passed on: no error page of the distribution replaces them', () => {
    expect(config().CustomErrorResponses).toBeUndefined();
  });
});

test('a path without a file is not found, and the root is let through', () => {
  const [fn] = templates.ofType('AWS::CloudFront::Function');
  const viewer = viewerFunction(fn?.Properties['FunctionCode']);
  expect(viewer('GET', '/')).toEqual({ uri: '/' });
  expect(viewer('GET', '/nothing')).toMatchObject({ statusCode: 404 });
});

test('everything is encrypted on its way', () => {
  const { DefaultCacheBehavior, CacheBehaviors, Origins } = config();
  for (const { ViewerProtocolPolicy } of [DefaultCacheBehavior, ...CacheBehaviors])
    expect(['redirect-to-https', 'https-only']).toContain(ViewerProtocolPolicy);
  const [api] = Origins.filter((one: any) => one.CustomOriginConfig);
  expect(api.CustomOriginConfig).toMatchObject({
    OriginProtocolPolicy: 'https-only',
    OriginSSLProtocols: ['TLSv1.2'],
  });
});
