import { CfnElement } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';

/**
 * Fixes the logical id of a construct's resource. Without it the id follows from the place in the construct tree, so that a
 * rename or move replaces the deployed resource.
 */
export const pinLogicalId = (construct: IConstruct, logicalId: string): void => {
  const resource = construct.node.defaultChild;
  if (!(resource instanceof CfnElement)) throw new Error(`${construct.node.path} has no resource of its own`);
  resource.overrideLogicalId(logicalId);
};
