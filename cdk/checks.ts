import type { PolicyValidationPluginReport } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

// Object keys end in ids made at run time, so all objects under one prefix are the narrowest possible grant.
const prefixGrant = /^AwsSolutions-IAM5\[Resource::[^*]*\/(uploads|sources|work|results)\/\*\]$/;

/** The AWS Solutions rules of cdk-nag. They refuse wildcards in grants, except for the objects of one prefix. */
export class Checks extends AwsSolutionsChecks {
  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    const violations = super
      .validateScope(scope)
      .violations.filter(({ ruleName }) => !prefixGrant.test(ruleName));
    return { success: violations.length === 0, violations };
  }
}
