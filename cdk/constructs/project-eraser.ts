import { Construct } from 'constructs';
import type { DataStack } from '../data-stack.ts';
import { everyMinute } from './every-minute.ts';

type ProjectEraserProps = {
  readonly data: Pick<DataStack, 'table' | 'audio' | 'results' | 'webhooks'>;
  readonly logRetention: number;
};

/**
 * The function that erases the data of deleted projects. It does not open files of customers, and changes webhooks only to
 * delete them.
 */
export class ProjectEraser extends Construct {
  constructor(scope: Construct, id: string, { data, logRetention }: ProjectEraserProps) {
    super(scope, id);
    const { table, audio, results, webhooks } = data;
    everyMinute(this, 'Worker', {
      file: 'workers/erase-projects.ts',
      access: [
        table.allow({
          queryDue: ['projects'],
          queryListed: ['jobs', 'realtimeSessions'],
          GetItem: ['jobs', 'webhooks', 'webhookMembers', 'realtimeSessions'],
          Query: ['realtimeSessions'],
          UpdateItem: [
            'projects',
            'webhooks',
            'webhookMembers',
            'organizationWebhooks',
            'jobs',
            'realtimeSessions',
            'projectQueues',
            'organizationQueues',
            'balances',
          ],
          PutItem: ['events'],
        }),
        webhooks.allowSend(),
        audio.allow({ DeleteObject: ['uploads', 'sources', 'work'], ListBucket: true }),
        results.allow({ DeleteObject: ['results'] }),
      ],
      logRetention,
      impact: 'Texts and audio of deleted projects are not erased, and their unfinished jobs go on.',
    });
  }
}
