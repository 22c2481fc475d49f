import { paymentHistoriesContract } from './payment-histories.contract.ts';

paymentHistoriesContract(1_000);
