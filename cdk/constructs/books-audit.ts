import { Duration } from 'aws-cdk-lib/core';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { JobTable } from './job-table.ts';
import { Alarm } from './alarm.ts';
import { oneProcessorMb } from './heap-limits.ts';
import { alarmOnLog, logMetric } from './log-alarm.ts';
import { ServiceFunction } from './service-function.ts';

/** Compares the running counters with the ledger once a day, and raises an alarm when they differ. */
export class BooksAudit extends ServiceFunction {
  constructor(scope: Construct, id: string, props: { table: JobTable; logRetention: RetentionDays }) {
    super(scope, id, {
      file: 'workers/audit-books.ts',
      // A difference has it read all charges ever made of an organization, which takes a whole processor.
      memorySize: oneProcessorMb,
      timeout: Duration.minutes(15),
      retryAttempts: 0,
      access: [
        props.table.allow({
          GetItem: ['projectQueues', 'jobs', 'closedBooks'],
          Query: ['charges', 'usage', 'balances', 'paymentLedgers', 'projectLists'],
          UpdateItem: ['closedBooks'],
          queryListed: ['owners'],
        }),
      ],
      logRetention: props.logRetention,
      onCall: {
        impact: 'A balance or a usage that differs from the ledger would not be noticed.',
        firstLook: 'the log of workers/audit-books: does it run out of time?',
      },
    });
    new Rule(this, 'EveryDay', {
      schedule: Schedule.cron({ minute: '0', hour: '3' }),
      targets: [new LambdaFunction(this, { retryAttempts: 0 })],
    });
    new Alarm(this, 'NoAudit', {
      severity: 'ticket',
      metric: logMetric(this, 'BooksAudited', { period: Duration.hours(1), statistic: 'Sum' }),
      // No audit in 26 hours, which is a day and a little more.
      evaluationPeriods: 26,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      impact: 'The books have not been audited for a day, so a wrong balance would not be noticed.',
      firstLook: 'the log of workers/audit-books: was it started at three, and did it run out of time?',
    });
    alarmOnLog(this, 'BooksDiffer', {
      severity: 'ticket',
      impact: 'A balance or a usage that customers see is not the sum of the ledger.',
      firstLook: 'the log of workers/audit-books: it names whose, and by how much. The ledger is right.',
    });
  }
}
