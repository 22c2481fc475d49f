import { settingSamples } from '../support/setting-samples.ts';

const { allowedOrigins, resultRetentionDays, accountConcurrency, limits, products, selfSignUp, tags } =
  settingSamples;

/** The settings that MiniStack can deploy. Others need addresses, keys or accounts that exist. */
export const otherSettings = {
  allowedOrigins,
  resultRetentionDays,
  accountConcurrency,
  limits,
  products,
  selfSignUp,
  tags,
};
