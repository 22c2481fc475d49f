import { Duration, Validations } from 'aws-cdk-lib/core';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
  type FunctionProps,
} from 'aws-cdk-lib/aws-lambda';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { serviceName } from '../stage.ts';
import type { Access } from './access.ts';
import { Alarm, type OnCall, repeated } from './alarm.ts';
import { bundleOf } from './bundle.ts';
import { useOfDataKey } from './data-key.ts';
import type { IsolatedNetwork } from './isolated-network.ts';
import { logMetric } from './log-alarm.ts';
import { ServiceLogs } from './service-logs.ts';
import { ServiceRole } from './service-role.ts';
import type { SpeechLayer } from './speech-layer.ts';

type Limits = Pick<
  FunctionProps,
  | 'memorySize'
  | 'ephemeralStorageSize'
  | 'retryAttempts'
  | 'maxEventAge'
  | 'recursiveLoop'
  | 'reservedConcurrentExecutions'
>;

export type ServiceFunctionProps = Limits & {
  /** Relative to functions/. The file exports `handler`. */
  readonly file: string;
  readonly timeout: Duration;
  /** All resources the function may use, and all its environment variables. */
  readonly access: readonly Access[];
  readonly speech?: SpeechLayer;
  /** Without a network, the function can reach the whole internet. */
  readonly network?: IsolatedNetwork | undefined;
  readonly logRetention: RetentionDays;
  /** What customers notice while this function fails. */
  readonly onCall: OnCall;
  /**
   * `own`: alarms on errors, and on throttles of the stack. `errors`: only on errors, for a function whose calls may be throttled.
   * `none`: alarms of the caller cover the function's failures.
   */
  readonly alarms?: 'own' | 'errors' | 'none';
};

const defaultMemoryMb = 512;

/** One function with its own role, log group, traces and alarm. The role allows `access`, logs and traces only. */
export class ServiceFunction extends LambdaFunction {
  /** The alarm on the function's failures. Undefined if its caller has one. */
  readonly errors: Alarm | undefined;
  readonly memoryMb: number;
  readonly file: string;
  readonly alarms: 'own' | 'errors' | 'none';

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { file, access, speech, network, logRetention, onCall, alarms = 'own', ...limits } = props;
    const service = serviceName(scope);
    const role = new ServiceRole(scope, `${id}ExecutionRole`);
    const logGroup = new ServiceLogs(scope, `${id}Logs`, logRetention);
    super(scope, id, {
      description: `functions/${file}`,
      code: bundleOf(scope, file),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: defaultMemoryMb,
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      role,
      layers: speech ? [speech] : [],
      environment: {
        ...Object.fromEntries(access.map(({ variable, value }) => [variable, value])),
        ...speech?.environment,
        ...(service !== 'earshot' && { POWERTOOLS_SERVICE_NAME: service }),
      },
      ...(network && { vpc: network.vpc, securityGroups: [network.securityGroup] }),
      ...limits,
    });
    this.memoryMb = limits.memorySize ?? defaultMemoryMb;
    this.file = file;
    this.alarms = alarms;
    logGroup.grantWrite(role);
    const granted = access.flatMap(({ statements }) => statements);
    for (const statement of granted) role.addToPolicy(statement);
    if (granted.length > 0) for (const statement of useOfDataKey(this)) role.addToPolicy(statement);
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray, Lambda network interfaces and Amazon Translate do not support resource names in grants.',
    });
    this.errors = alarms === 'none' ? undefined : this.addErrors(onCall);
  }

  /** Lets another function invoke this one. `variable` is the environment variable with the name of this function. */
  protected allowInvoke(variable: string): Access {
    const statement = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [this.functionArn],
    });
    return { variable, value: this.functionName, statements: [statement] };
  }

  /**
   * Adds grants that refer to the function itself. They need a policy of their own, because the function depends on its
   * role.
   */
  protected allowSelf(id: string, { statements }: Access): void {
    const policy = new Policy(this, id, { statements: [...statements] });
    if (this.role) policy.attachToRole(this.role);
  }

  /** The value for an alarm on failures: failed invocations, and failures that an invocation handled. */
  private failures(): MathExpression {
    const period = Duration.minutes(5);
    const by = { function_name: this.functionName };
    return new MathExpression({
      // Without FILL, a metric without data would leave the sum without data.
      expression: 'SUM([FILL(errors, 0), FILL(handled, 0)])',
      label: 'Invocations that failed, messages and items that are retried',
      period,
      usingMetrics: {
        errors: this.metricErrors({ period }),
        handled: logMetric(this, 'HandledFailures', { period, statistic: 'Sum', by }),
      },
    });
  }

  private addErrors(onCall: OnCall): Alarm {
    return new Alarm(this, 'Errors', {
      ...onCall,
      ...repeated,
      severity: 'page',
      metric: this.failures(),
    });
  }
}
