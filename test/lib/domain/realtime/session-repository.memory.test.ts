import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { commitsContract } from './commits.contract.ts';
import { connectionsContract } from './connections.contract.ts';
import { sessionEndingsContract } from './endings.contract.ts';
import { inputContract } from './input.contract.ts';
import { sessionContract } from './session-repository.contract.ts';
import { sessionLimits, type World } from './session-scenes.ts';

// The simulator runs on this table, so it must accept and refuse the same requests as DynamoDB.
const open = async (): Promise<World> => {
  const { table } = memoryTable();
  return { table, store: dynamoSessionRepository(table, sessionLimits) };
};

sessionContract('a table in memory', open);
connectionsContract('a table in memory', open);
inputContract('a table in memory', open);
commitsContract('a table in memory', open);
sessionEndingsContract('a table in memory', open);
