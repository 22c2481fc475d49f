import { Duration, Token, Validations } from 'aws-cdk-lib/core';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { BackupSetting } from '../settings.ts';
import { serviceName } from '../stage.ts';
import type { JobTable } from './job-table.ts';

type TableBackupProps = BackupSetting & { readonly table: JobTable };

/**
 * Daily backups of the table in use. They are kept longer than point-in-time recovery. A copy in another account
 * survives the loss of this one.
 */
export class TableBackup extends Construct {
  constructor(scope: Construct, id: string, { table, vault, retentionDays, copyTo }: TableBackupProps) {
    super(scope, id);
    const kept = Duration.days(retentionDays);
    const destination =
      copyTo === undefined ? undefined : BackupVault.fromBackupVaultArn(this, 'Copies', copyTo);
    const plan = new BackupPlan(this, 'Plan', {
      // AWS refuses a plan with the name and content of another one, such as that of another stage.
      backupPlanName: serviceName(this),
      backupVault: BackupVault.fromBackupVaultName(this, 'Vault', vault),
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          // After the nightly audit, so that the log tells whether the books in the backup are correct.
          scheduleExpression: Schedule.cron({ minute: '0', hour: '4' }),
          deleteAfter: kept,
          ...(destination && { copyActions: [{ destinationBackupVault: destination, deleteAfter: kept }] }),
        }),
      ],
    });
    const { name, arn } = table.used;
    // A selection cannot be changed. The id, which is also its name, lets CloudFormation make another one beside it.
    const selection = plan.addSelection(Token.isUnresolved(name) ? 'Table' : name.slice(-50), {
      resources: [BackupResource.fromArn(arn)],
    });
    const policy =
      'Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup';
    Validations.of(selection).acknowledge({
      id: `AwsSolutions-IAM4[${policy}]`,
      reason: 'The policy of AWS for the role of AWS Backup, which AWS changes together with the service.',
    });
  }
}
