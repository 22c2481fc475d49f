import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';
import { requirePermission } from '../template/permissions.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

const Properties = z.object({
  ScheduleExpression: z.string('only rules with a schedule are supported here'),
  State: z.literal('ENABLED').default('ENABLED'),
  Targets: z
    .array(z.object({ Arn: z.string(), Input: z.never('inputs are not supported here').optional() }))
    .default([]),
});

export type ScheduledCall = {
  readonly functionName: string;
  readonly schedule: Schedule;
  readonly eventAt: (at: Date) => object;
};

/** Each function that a rule of the template invokes on a schedule. */
export const scheduledCalls = (deployment: Deployment): ScheduledCall[] =>
  deployment.ofType('AWS::Events::Rule').flatMap((rule) => {
    const { ScheduleExpression, Targets } = rule.properties(Properties);
    const schedule = parseSchedule(ScheduleExpression);
    const arn = rule.returns['Arn'] ?? '';
    return Targets.map(({ Arn }) => {
      const functionName = deployment.find('AWS::Lambda::Function', Arn).name;
      requirePermission(deployment, functionName, { principal: 'events.amazonaws.com', arn });
      const { region, accountId } = deployment.place;
      const eventAt = (at: Date) => ({
        version: '0',
        id: randomUUID(),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: accountId,
        time: `${at.toISOString().slice(0, 19)}Z`,
        region,
        resources: [arn],
        detail: {},
      });
      return { functionName, schedule, eventAt };
    });
  });
