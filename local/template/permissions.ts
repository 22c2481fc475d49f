import * as z from 'zod';
import { matchesPattern } from '../access/pattern.ts';
import type { Deployment } from './deployment.ts';

const Properties = z.object({
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.string().optional(),
});

type Caller = { readonly principal: string; readonly arn: string };

/** Throws unless an AWS::Lambda::Permission lets the service invoke the function. AWS would refuse the call silently. */
export const requirePermission = (deployment: Deployment, functionName: string, caller: Caller): void => {
  const granted = deployment.ofType('AWS::Lambda::Permission').some((resource) => {
    const { FunctionName, Principal, SourceArn, SourceAccount } = resource.properties(Properties);
    return (
      Principal === caller.principal &&
      deployment.find('AWS::Lambda::Function', FunctionName).name === functionName &&
      (SourceArn === undefined || matchesPattern(SourceArn, caller.arn)) &&
      (SourceAccount === undefined || SourceAccount === deployment.place.accountId)
    );
  });
  if (!granted) throw new Error(`No permission in the template lets ${caller.arn} invoke ${functionName}.`);
};
