import { Lazy, Stack } from 'aws-cdk-lib/core';
import { CompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type Alarm, textOf } from './alarm.ts';

/**
 * Reports for all routes of a stack that one of them fails. If the table is down, all fail at once, and a hundred pages
 * would hide the one that says why.
 */
export class RoutesFailing extends CompositeAlarm {
  readonly severity = 'page';
  private readonly routes: Alarm[];

  private constructor(stack: Stack) {
    const routes: Alarm[] = [];
    const rule = () => routes.map(({ alarmArn }) => `ALARM("${alarmArn}")`).join(' OR ');
    super(stack, 'RoutesFailing', {
      alarmRule: { renderAlarmRule: () => Lazy.string({ produce: rule }) },
      alarmDescription: textOf({
        impact: 'Callers of at least one route get an error.',
        firstLook: 'the children of this alarm in CloudWatch: each is one route, and names its log.',
        severity: 'page',
      }),
    });
    this.routes = routes;
  }

  /** Adds the alarm of a route, which then reports to nobody itself. */
  static add(scope: Construct, route: Alarm): void {
    const stack = Stack.of(scope);
    const found = stack.node.tryFindChild('RoutesFailing');
    const group = found instanceof RoutesFailing ? found : new RoutesFailing(stack);
    group.routes.push(route);
  }
}
