import { Duration, Stack, type App } from 'aws-cdk-lib/core';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Alarm, groupsForAlarms, lasting } from './alarm.ts';
import { ServiceFunction } from './service-function.ts';

/**
 * Adds one alarm to each stack for all functions that Lambda refuses to start. They nearly always have one cause: the account
 * is full. An alarm for each function would send twenty pages for it.
 */
export const watchThrottles = (app: App): void => {
  for (const stack of app.node.children.filter((child) => child instanceof Stack)) watchStack(stack);
};

const watchStack = (stack: Stack): void => {
  const period = Duration.minutes(5);
  const watched = stack.node
    .findAll()
    .filter((node) => node instanceof ServiceFunction)
    .filter(({ alarms }) => alarms === 'own');
  for (const [nth, group] of groupsForAlarms(watched).entries()) {
    const usingMetrics = Object.fromEntries(
      group.map((fn, place) => [`fn${place}`, fn.metricThrottles({ period, label: fn.file })]),
    );
    const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
    new Alarm(stack, `Throttles${nth + 1}`, {
      ...lasting,
      severity: 'page',
      metric: new MathExpression({
        expression: `SUM([${filled.join(', ')}])`,
        label: 'Refused starts of functions',
        period,
        usingMetrics,
      }),
      impact: `Lambda refuses to start functions of ${stack.stackName}, so their work comes late.`,
      firstLook:
        'the lines of this alarm: each is one function. Only workers/run-session has a limit of its own, realtimeSessions; for others the account is full.',
    });
  }
};
