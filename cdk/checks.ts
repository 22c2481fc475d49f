import type { PolicyValidationPluginReport } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

// Object keys and connections have ids made at run time, so all objects under one prefix, and all connections of one API, are the
// narrowest possible grants.
const narrowestGrant =
  /^AwsSolutions-IAM5\[Resource::[^*]*\/((uploads|sources|work(\/\*\/heads)?|results)|realtime\/(POST|DELETE)\/@connections)\/\*\]$/;

/** The AWS Solutions rules of cdk-nag. They refuse wildcards in grants, except for objects of one prefix and connections of one API. */
export class Checks extends AwsSolutionsChecks {
  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    const violations = super
      .validateScope(scope)
      .violations.filter(({ ruleName }) => !narrowestGrant.test(ruleName));
    return { success: violations.length === 0, violations };
  }
}
