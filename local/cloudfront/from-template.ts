import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';
import { responseHeaders } from './response-headers.ts';
import { type SiteFile, siteFiles } from './site-files.ts';
import { type ViewerFunction, viewerFunction } from './viewer-function.ts';

/** The cache behavior for paths that match a pattern. */
export type Behavior = {
  readonly pattern: string;
  readonly to: 'api' | 'files';
  readonly headers: Readonly<Record<string, string>>;
  /** Whether responses are compressed for clients that accept it. */
  readonly compresses: boolean;
  readonly viewer: ViewerFunction | undefined;
};

export type Distribution = {
  /** The behaviors in matching order. The last one matches every path. */
  readonly behaviors: readonly Behavior[];
  readonly root: string;
  readonly files: ReadonlyMap<string, SiteFile>;
};

const BehaviorConfig = z.object({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  ResponseHeadersPolicyId: z.string(),
  CachePolicyId: z.string(),
  Compress: z.boolean().default(false),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .default([]),
});
const Properties = z.object({
  DistributionConfig: z.object({
    Origins: z.array(z.object({ Id: z.string(), CustomOriginConfig: z.unknown().optional() })),
    CacheBehaviors: z.array(BehaviorConfig).default([]),
    DefaultCacheBehavior: BehaviorConfig,
    DefaultRootObject: z.string(),
  }),
});
const CachePolicyProperties = z.object({
  CachePolicyConfig: z.object({
    ParametersInCacheKeyAndForwardedToOrigin: z.object({ EnableAcceptEncodingGzip: z.boolean() }),
  }),
});
/** AWS's own cache policies, which no template contains: optimized caching, and no caching. */
const managedPolicies: Readonly<Record<string, boolean>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': true,
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': false,
};
const FunctionProperties = z.object({ FunctionCode: z.string() });
const CopyProperties = z.object({ SourceObjectKeys: z.array(z.string()) });

/** The only distribution of the template, if it has one. An origin that is not a bucket is the HTTP API. */
export const distributionOf = (deployment: Deployment): Distribution | undefined => {
  const [distribution] = deployment.ofType('AWS::CloudFront::Distribution');
  if (!distribution) return undefined;
  const { DistributionConfig: config } = distribution.properties(Properties);
  const apis = config.Origins.filter(({ CustomOriginConfig }) => CustomOriginConfig !== undefined);
  const behaviorOf = (behavior: z.infer<typeof BehaviorConfig>): Behavior => {
    const [associated] = behavior.FunctionAssociations;
    const code =
      associated &&
      deployment.find('AWS::CloudFront::Function', associated.FunctionARN).properties(FunctionProperties);
    return {
      pattern: behavior.PathPattern,
      to: apis.some(({ Id }) => Id === behavior.TargetOriginId) ? 'api' : 'files',
      headers: responseHeaders(deployment, behavior.ResponseHeadersPolicyId),
      compresses: behavior.Compress && caches(deployment, behavior.CachePolicyId),
      viewer: code && viewerFunction(code.FunctionCode),
    };
  };
  return {
    behaviors: [...config.CacheBehaviors, config.DefaultCacheBehavior].map(behaviorOf),
    root: `/${config.DefaultRootObject}`,
    files: deployedFiles(deployment),
  };
};

/** Whether a cache policy keeps compressed files. CloudFront compresses no others. */
const caches = (deployment: Deployment, policyId: string): boolean =>
  managedPolicies[policyId] ??
  deployment.find('AWS::CloudFront::CachePolicy', policyId).properties(CachePolicyProperties)
    .CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncodingGzip;

/** The files that the CDK's custom resource copies into the bucket at deployment. */
const deployedFiles = (deployment: Deployment): ReadonlyMap<string, SiteFile> => {
  const [copy] = deployment.ofType('Custom::CDKBucketDeployment');
  const keys = copy?.properties(CopyProperties).SourceObjectKeys ?? [];
  const folders = keys.map((key) => deployment.assetPath.get(key)).filter((folder) => folder !== undefined);
  if (folders.length === 0) throw new Error('The assembly has no files for its distribution.');
  return new Map(folders.flatMap((folder) => [...siteFiles(folder)]));
};
