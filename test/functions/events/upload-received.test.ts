import type { S3Event } from 'aws-lambda';
import { expect, test } from 'vitest';
import { createHandler } from '#functions/events/upload-received.ts';
import { findUpload, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { anyTable } from '../../support/table.ts';
import { anUpload } from '../../support/transcription.ts';

const { table } = await anyTable();

const tenant = 'prj_a.live';
const sendArrival = async () => {};

const issue = async (id: string): Promise<void> => {
  const {
    uploadedAt: _at,
    eTag: _eTag,
    bytes: _bytes,
    ...grant
  } = anUpload({ tenant, id, status: 'issued' });
  await putUpload(table, grant);
};

/** The event that S3 sends: keys are form-encoded, and ETags have no quotes. */
const s3Event = (...keys: readonly string[]): S3Event => ({
  Records: keys.map((key) => ({
    eventTime: '2026-11-20T10:01:00.000Z',
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'c',
      bucket: { name: 'audio', ownerIdentity: { principalId: 'p' }, arn: 'arn:aws:s3:::audio' },
      object: { key, size: 7, eTag: 'abc', sequencer: '1' },
    },
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: 'eu-west-1',
    eventName: 'ObjectCreated:Post',
    userIdentity: { principalId: 'p' },
    requestParameters: { sourceIPAddress: '203.0.113.9' },
    responseElements: { 'x-amz-request-id': 'r', 'x-amz-id-2': 'i' },
  })),
});

test('every upload of an event is recorded on its grant', async () => {
  await issue('upl_one');
  await issue('upl_two');
  await createHandler({ table, sendArrival })(
    s3Event(`uploads/${tenant}/upl_one`, 'elsewhere', `uploads/${tenant}/upl_two`),
    lambdaContext,
  );
  for (const id of ['upl_one', 'upl_two'])
    expect(await findUpload(table, { tenant, id })).toMatchObject({
      status: 'uploaded',
      eTag: '"abc"',
      bytes: 7,
    });
});

test('an event that names no upload, as S3 tests a destination with, is noted and fails nothing', async () => {
  const testEvent = {
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: '2026-11-20T10:01:00.000Z',
    Bucket: 'audio',
    RequestId: 'r',
    HostId: 'h',
  };
  const watched = watchLog();
  await createHandler({ table, sendArrival })(testEvent, lambdaContext);
  expect(watched.lines).toMatchObject([{ event: 'upload.ignored', s3_event: 's3:TestEvent' }]);
});

test('an upload that cannot be recorded fails the invocation, so that Lambda tries again', async () => {
  const update = async () => {
    throw new Error('The table is down.');
  };
  const receive = createHandler({ table: { update }, sendArrival });
  await expect(receive(s3Event(`uploads/${tenant}/upl_one`), lambdaContext)).rejects.toThrow('down');
});
