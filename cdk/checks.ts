import type { PolicyValidationPluginReport } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

// Ids in object keys and connections are made at run time. So the narrowest possible grant is all objects under one
// prefix, or all connections of one API.
const narrowestGrant =
  /^AwsSolutions-IAM5\[Resource::[^*]*\/((uploads|sources|work(\/\*\/heads)?|results)|realtime\/(POST|DELETE)\/@connections)\/\*\]$/;

// A condition on the sender's address limits this grant: constructs/mail.ts.
const sendersOfSes = /^AwsSolutions-IAM5\[Resource::[^*]*:ses:[^*]*:(identity|configuration-set)\/\*\]$/;

/**
 * The AWS Solutions rules of cdk-nag. They refuse wildcards in grants, except for objects under one prefix, connections
 * of one API, and identities and configuration sets of SES.
 */
export class Checks extends AwsSolutionsChecks {
  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    const violations = super
      .validateScope(scope)
      .violations.filter(({ ruleName }) => !narrowestGrant.test(ruleName) && !sendersOfSes.test(ruleName));
    return { success: violations.length === 0, violations };
  }
}
