import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { anyTable } from '../../../support/table.ts';
import { commitsContract } from './commits.contract.ts';
import { connectionsContract } from './connections.contract.ts';
import { sessionEndingsContract } from './endings.contract.ts';
import { inputContract } from './input.contract.ts';
import { sessionContract } from './session-repository.contract.ts';
import { sessionLimits, type World } from './session-scenes.ts';

const open = async (): Promise<World> => {
  const { table } = await anyTable();
  return { table, store: dynamoSessionRepository(table, sessionLimits) };
};

sessionContract('DynamoDB', open);
connectionsContract('DynamoDB', open);
inputContract('DynamoDB', open);
commitsContract('DynamoDB', open);
sessionEndingsContract('DynamoDB', open);
