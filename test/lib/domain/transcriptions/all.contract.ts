import { channelsContract } from './channels.contract.ts';
import { endingsContract } from './endings.contract.ts';
import { eventsContract } from './events.contract.ts';
import { fetchingContract } from './fetching.contract.ts';
import { holdsContract } from './holds.contract.ts';
import { listContract } from './list.contract.ts';
import { partProgressContract } from './part-progress.contract.ts';
import { partsContract } from './parts.contract.ts';
import type { World } from './repository-scenes.ts';
import { retriesContract } from './retries.contract.ts';
import { testQuotaContract } from './test-quota.contract.ts';
import { storeContract } from './transcription-repository.contract.ts';

/** All that every store of jobs guarantees. `name` is that of the store. */
export const allContracts = (name: string, open: () => Promise<World>): void => {
  storeContract(name, open);
  endingsContract(name, open);
  listContract(name, open);
  eventsContract(name, open);
  fetchingContract(name, open);
  holdsContract(name, open);
  testQuotaContract(name, open);
  retriesContract(name, open);
  partsContract(name, open);
  partProgressContract(name, open);
  channelsContract(name, open);
};
