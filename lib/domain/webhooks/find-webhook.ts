import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import type { Webhook, WebhookRef } from './webhook.ts';
import { readWebhook } from './webhook-repository.ts';

export const unknownWebhook = (): AppError =>
  new AppError('not_found', 'There is no webhook with this id in your project.');

export const disabledWebhook = (): AppError =>
  new AppError('invalid_state', 'The webhook is disabled. Enable it, then try again.');

export const withoutAddress = (advice: string): AppError =>
  new AppError(
    'invalid_state',
    `The webhook has no address of its own: it sends to that of each job. ${advice}`,
  );

/** The project's webhook with this id. Throws `not_found`. */
export const findWebhook = async (table: Pick<Table, 'get'>, ref: WebhookRef): Promise<Webhook> => {
  const found = isId('whk', ref.id) ? await readWebhook(table, ref) : undefined;
  if (!found) throw unknownWebhook();
  return found;
};
