import * as z from 'zod';
import type { Deployment, Resource } from '../template/deployment.ts';
import { parsePolicy, type Statement } from './policy.ts';

const Role = z.object({
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]),
});
const Policy = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.string()).default([]) });

// Both policies only grant logs and traces, which are not served here.
const ignoredPolicies = ['AWSLambdaBasicExecutionRole', 'AWSXRayDaemonWriteAccess'];

/** All statements that the template attaches to a role, inline or by a policy resource. */
export const statementsOf = (deployment: Deployment, role: Resource): Statement[] => {
  const { ManagedPolicyArns, Policies } = role.properties(Role);
  const attached = deployment
    .ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy')
    .map((resource) => ({ ref: resource.returns.Ref, ...resource.properties(Policy) }));
  const known = [...ignoredPolicies, ...attached.map(({ ref }) => ref)];
  const unknown = ManagedPolicyArns.filter((arn) => !known.includes(arn.slice(arn.lastIndexOf('/') + 1)));
  if (unknown.length > 0) throw new Error(`${role.logicalId} has unknown policies: ${unknown.join(', ')}.`);
  return [
    ...Policies,
    ...attached.filter(({ ref, Roles }) => Roles.includes(role.name) || ManagedPolicyArns.includes(ref)),
  ].flatMap(({ PolicyDocument }) => parsePolicy(PolicyDocument));
};
