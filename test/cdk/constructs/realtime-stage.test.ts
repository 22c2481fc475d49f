import { Stack } from 'aws-cdk-lib/core';
import { CfnStage, WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { expect, test } from 'vitest';
import { RealtimeStage } from '#cdk/constructs/realtime-stage.ts';

const stageFor = (sessions: number) => {
  const stack = new Stack();
  const api = new WebSocketApi(stack, 'Api');
  const stage = new RealtimeStage(stack, 'Stage', { api, sessions, logRetention: RetentionDays.ONE_DAY });
  const resource = stage.node.defaultChild;
  if (!CfnStage.isCfnStage(resource)) throw new Error('the stage has no CfnStage');
  return resource;
};

test.each([
  [2, { rate: 40, burst: 80 }, { rate: 25, burst: 50 }],
  [100, { rate: 2_000, burst: 2_500 }, { rate: 100, burst: 200 }],
  [400, { rate: 5_000, burst: 2_500 }, { rate: 400, burst: 800 }],
])('throttles leave room for %i sessions and limit strangers', (sessions, messages, connects) => {
  const { defaultRouteSettings, routeSettings } = stageFor(sessions);
  expect(defaultRouteSettings).toMatchObject({
    throttlingRateLimit: messages.rate,
    throttlingBurstLimit: messages.burst,
    detailedMetricsEnabled: true,
  });
  expect(routeSettings).toEqual({
    $connect: {
      ThrottlingRateLimit: connects.rate,
      ThrottlingBurstLimit: connects.burst,
      DetailedMetricsEnabled: true,
    },
  });
});
