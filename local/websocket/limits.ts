// Fixed quotas of WebSocket APIs (API Gateway guide, "Quotas for configuring and running a WebSocket API").
export const messageMaxBytes = 128 * 1024;
export const frameMaxBytes = 32 * 1024;
export const maxIdleMs = 10 * 60_000;
export const maxConnectionMs = 2 * 60 * 60_000;
