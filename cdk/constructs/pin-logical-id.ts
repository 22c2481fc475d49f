import { CfnElement } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Fixes the logical id of a construct's resource. CDK derives ids from the path in the construct tree, so a rename or
 * move would replace the deployed resource.
 */
export const pinLogicalId = (construct: IConstruct, logicalId: string): void => {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} has no resource of its own`);
  resource.overrideLogicalId(logicalId);
};
