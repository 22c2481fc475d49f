import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';
import { requirePermission } from '../template/permissions.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

const Properties = z.object({
  ScheduleExpression: z.string('only rules with a schedule are supported here'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })).default([]),
});

export type ScheduledCall = {
  readonly functionName: string;
  readonly schedule: Schedule;
  readonly eventAt: (at: Date) => object;
};

/** Each function that a rule of the template invokes on a schedule. */
export const scheduledCalls = (deployment: Deployment): ScheduledCall[] =>
  deployment.ofType('AWS::Events::Rule').flatMap((rule) => {
    const { ScheduleExpression, State, Targets } = rule.properties(Properties);
    if (State === 'DISABLED') return [];
    const schedule = parseSchedule(ScheduleExpression);
    const arn = rule.returns['Arn'] ?? '';
    return Targets.map(({ Arn, Input }) => {
      const functionName = deployment.find('AWS::Lambda::Function', Arn).name;
      requirePermission(deployment, functionName, { principal: 'events.amazonaws.com', arn });
      const { region, accountId } = deployment.place;
      const scheduledEvent = (at: Date) => ({
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
      const input = Input === undefined ? undefined : z.looseObject({}).parse(JSON.parse(Input));
      return { functionName, schedule, eventAt: (at: Date) => input ?? scheduledEvent(at) };
    });
  });
