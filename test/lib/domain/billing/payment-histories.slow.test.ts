import { paymentHistoriesContract } from './payment-histories.contract.ts';

// Nightly: EARSHOT_HISTORIES=100000
paymentHistoriesContract(Number(process.env['EARSHOT_HISTORIES'] ?? 10_000));
