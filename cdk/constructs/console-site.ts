import { Duration, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as ViewerFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct, type IConstruct } from 'constructs';
import { apiHeaders, pageHeaders } from './console-headers.ts';
import { onlyFiles } from './only-files.ts';
import type { Settings } from '../settings.ts';
import { globalName } from '../stage.ts';
import { pinLogicalId } from './pin-logical-id.ts';

type ConsoleSiteProps = {
  readonly api: HttpApi;
  /** The bucket that the page posts audio to. */
  readonly audio: Bucket;
  /** The origins of the WebSockets that the page opens. */
  readonly realtimeOrigins: readonly string[];
  readonly settings: Pick<Settings, 'consoleDomain' | 'webAclArn'>;
};

/** The console's page, the documentation and the API under one origin: files from a private bucket, `/api` and `/v1` from `api`. */
export class ConsoleSite extends Construct {
  /** The host at CloudFront. An own domain is an alias of it. */
  readonly host: string;
  /** Scheme and host of the page. */
  readonly origin: string;
  /** The bucket for the page's files. ConsoleFiles copies them there. */
  readonly files: IBucket;

  constructor(scope: Construct, id: string, { api, audio, realtimeOrigins, settings }: ConsoleSiteProps) {
    super(scope, id);
    this.files = this.makeFiles();
    const { files } = this;
    const { consoleDomain: domain, webAclArn } = settings;
    const others = [`https://${audio.bucketRegionalDomainName}`, ...realtimeOrigins];
    const page = {
      origin: S3BucketOrigin.withOriginAccessControl(files, {
        originAccessControl: new S3OriginAccessControl(this, 'FilesAccess', {
          originAccessControlName: globalName(this, 'FilesAccess'),
        }),
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    };
    const toApi = {
      // Takes the host from "https://<host>", because the API accepts only its own host name.
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
        readTimeout: Duration.seconds(35),
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: apiHeaders(this),
      compress: false,
    };
    const ofPages = {
      ...page,
      responseHeadersPolicy: pageHeaders(this, 'PageHeaders', { others, cacheControl: 'no-cache' }),
      functionAssociations: [{ function: this.onlyFiles(), eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Earshot: the console',
      defaultRootObject: 'index.html',
      // By default, CloudFront caches errors for ten seconds, regardless of the headers of the API, and would show one
      // caller's error to all others at the same location.
      errorResponses: [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      priceClass: PriceClass.PRICE_CLASS_100,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      ...(domain && ownDomain(this, domain)),
      defaultBehavior: {
        ...ofPages,
        // The file is small. Without a cache, a new version appears at once and needs no invalidation.
        cachePolicy: CachePolicy.CACHING_DISABLED,
      },
      additionalBehaviors: {
        '/docs*': { ...ofPages, cachePolicy: briefly(this) },
        '/assets/*': {
          ...page,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: pageHeaders(this, 'AssetHeaders', {
            others,
            cacheControl: 'public, max-age=31536000, immutable',
          }),
        },
        '/api/*': toApi,
        '/v1/*': toApi,
      },
    });
    // Another logical id would replace the distribution, and so change the host in the console's URL.
    pinLogicalId(distribution, 'SiteDistribution390DED28');
    acknowledgeDistribution(distribution, settings);
    this.host = distribution.distributionDomainName;
    this.origin = `https://${domain?.name ?? this.host}`;
  }

  private makeFiles(): IBucket {
    const bucket = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only CloudFront reads it, and its content is public.',
    });
    if (!isBucket(bucket)) throw new Error('Bucket does not match IBucket');
    return bucket;
  }

  /**
   * Answers 404 for every path without a file. An error page of the distribution cannot do this, because it would also
   * replace the API's errors.
   */
  private onlyFiles(): ViewerFunction {
    return new ViewerFunction(this, 'OnlyRoot', {
      comment: 'Not found, for every path without a file',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(onlyFiles),
    });
  }
}

/** Only for the compiler: with exactOptionalPropertyTypes, `Bucket` does not match `IBucket`. */
const isBucket = (construct: IConstruct): construct is IConstruct & IBucket => construct instanceof Bucket;

/** A cache for a minute, because CloudFront compresses only what it caches. So a new version appears within a minute. */
const briefly = (scope: Construct): CachePolicy =>
  new CachePolicy(scope, 'Briefly', {
    comment: 'Caches for a minute, and compresses',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.minutes(1),
    maxTtl: Duration.minutes(1),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });

const ownDomain = (scope: Construct, { name, certificateArn }: NonNullable<Settings['consoleDomain']>) => ({
  domainNames: [name],
  certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
});

const acknowledgeDistribution = (
  distribution: Distribution,
  { webAclArn, consoleDomain }: ConsoleSiteProps['settings'],
): void =>
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'Customers may be in any country.' },
    ...(webAclArn === undefined
      ? [
          {
            id: 'AwsSolutions-CFR2',
            reason:
              'A web application firewall costs more than the service. Every route authenticates its caller.',
          },
        ]
      : []),
    {
      id: 'AwsSolutions-CFR3',
      reason: 'The API has an access log. Page loads are not logged, for privacy.',
    },
    ...(consoleDomain === undefined
      ? [
          {
            id: 'AwsSolutions-CFR4',
            reason:
              'The default cloudfront.net certificate fixes the minimum TLS version. Supported browsers use TLS 1.3.',
          },
        ]
      : []),
  );
