import { afterAll } from 'vitest';
import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { anyTable } from '../../../support/table.ts';
import { sessionEndingsContract } from './endings.contract.ts';
import { inputContract } from './input.contract.ts';
import { sessionContract } from './session-repository.contract.ts';
import { sessionLimits, type World } from './session-scenes.ts';

const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

const open = async (): Promise<World> => {
  const { table, stop } = await anyTable();
  stops.push(stop);
  return { table, store: dynamoSessionRepository(table, sessionLimits) };
};

sessionContract('DynamoDB', open);
inputContract('DynamoDB', open);
sessionEndingsContract('DynamoDB', open);
