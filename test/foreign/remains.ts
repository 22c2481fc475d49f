import type { Cloud } from './ministack.ts';
import { paste } from './runbook.ts';

/** The commands that list the names of all resources, by kind. */
const lists = [
  'cloudformation list-stacks --query "StackSummaries[?StackStatus!=\'DELETE_COMPLETE\'].StackName"',
  'dynamodb list-tables --query TableNames',
  's3api list-buckets --query Buckets[].Name',
  'sqs list-queues --query QueueUrls',
  'cognito-idp list-user-pools --max-results 60 --query UserPools[].Name',
  'secretsmanager list-secrets --query SecretList[].Name',
  'apigatewayv2 get-apis --query Items[].Name',
  'lambda list-functions --query Functions[].FunctionName',
  'logs describe-log-groups --query logGroups[].logGroupName',
  'iam list-roles --query Roles[].RoleName',
  'events list-rules --query Rules[].Name',
  'cloudwatch describe-alarms --query MetricAlarms[].AlarmName',
];

/** The names of all resources in the account that belong to the deployment without a stage, and not to the stage `dev`. */
export const remainsOf = async (cloud: Cloud): Promise<string[]> => {
  const found = await paste(cloud, lists.map((list) => `aws ${list} --output text`).join('\n'));
  return found.split(/\s+/).filter((name) => /earshot(?!-?dev)/i.test(name));
};
