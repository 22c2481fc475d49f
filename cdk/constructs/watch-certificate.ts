import { Duration } from 'aws-cdk-lib/core';
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { Alarm } from './alarm.ts';

type Certificate = { readonly name: string; readonly certificateArn: string };

/** An alarm on the certificate of an own domain in the region of the deployment. ACM renews its own earlier than that. */
export const watchCertificate = (
  domain: Construct,
  { name, certificateArn: CertificateArn }: Certificate,
): void => {
  new Alarm(domain, 'Expiring', {
    severity: 'ticket',
    metric: new Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap: { CertificateArn },
      period: Duration.days(1),
      statistic: 'Minimum',
    }),
    threshold: 30,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    // ACM says nothing more of a certificate that has ended.
    treatMissingData: TreatMissingData.IGNORE,
    impact: `The certificate of ${name} ends in less than 30 days. Then no client can reach it.`,
    firstLook:
      'the certificate in ACM: was it imported, or is the record of DNS gone by which ACM renews it?',
  });
};
