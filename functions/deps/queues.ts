import type { ChunkQueueMessage, FetchMessage, SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import type { Claim } from '#lib/domain/transcriptions/transcription.ts';
import { groupOf, type SendWebhook, type WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import { sqs } from '#lib/platform/aws/clients.ts';
import { openReceiver, type ReceiveMessages } from '#lib/platform/aws/receive.ts';
import { type ChangeVisibility, openQueue, type Send, visibilityChanger } from '#lib/platform/aws/queue.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

// One client for all queues of a function, so that they share its connections.
const client = sqs();

export const liveFetchQueue = (): Send<FetchMessage> =>
  openQueue(client, readConfig({ FETCH_QUEUE_URL: textVariable }).FETCH_QUEUE_URL);

const splitQueueUrl = (): string => readConfig({ SPLIT_QUEUE_URL: textVariable }).SPLIT_QUEUE_URL;

export const liveSplitQueue = (): Send<SplitMessage> => openQueue(client, splitQueueUrl());

export const liveSplitReceiver = (): ReceiveMessages => openReceiver(client, splitQueueUrl());

const chunkQueueUrl = (): string => readConfig({ CHUNK_QUEUE_URL: textVariable }).CHUNK_QUEUE_URL;

export const liveChunkQueue = (): Send<ChunkQueueMessage> => openQueue(client, chunkQueueUrl());

export const liveChunkReceiver = (): ReceiveMessages => openReceiver(client, chunkQueueUrl());

export const liveChunkVisibility = (): ChangeVisibility => visibilityChanger(client, chunkQueueUrl());

export const liveFinishQueue = (): Send<Claim> =>
  openQueue(client, readConfig({ FINISH_QUEUE_URL: textVariable }).FINISH_QUEUE_URL);

export const liveWebhookQueue = (): SendWebhook =>
  openQueue<WebhookMessage>(
    client,
    readConfig({ WEBHOOK_QUEUE_URL: textVariable }).WEBHOOK_QUEUE_URL,
    groupOf,
  );
