import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type FunctionPool } from '#local/lambda/pool.ts';
import { startWorker, type FunctionSpec } from '#local/lambda/worker.ts';

type Logged = { line: string; isError: boolean };

/** A function with real processes. `handler` is the body of `async (event, context) => { … }`. */
export const realPool = (handler: string, spec: Partial<FunctionSpec> = {}) => {
  const dir = mkdtempSync(join(tmpdir(), 'bundle-'));
  const scratchDir = join(dir, 'scratch');
  const compiledDir = join(dir, 'compiled');
  mkdirSync(scratchDir);
  const file = join(dir, 'index.mjs');
  writeFileSync(file, `export const handler = async (event, context) => { ${handler} };`);
  const logged: Logged[] = [];
  const deps = {
    scratchDir,
    compiledDir,
    log: (_name: string, line: string, isError: boolean) => logged.push({ line, isError }),
  };
  const whole: FunctionSpec = {
    name: 'fn',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:fn',
    file,
    exportName: 'handler',
    environment: { AWS_LAMBDA_FUNCTION_NAME: 'fn', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128' },
    memoryMb: 128,
    timeoutMs: 10_000,
    concurrency: 4,
    retryAttempts: 2,
    ...spec,
  };
  const pool: FunctionPool = createPool(whole, {
    start: (one) => startWorker(one, deps),
    onFailure: (_spec, line) => logged.push({ line, isError: true }),
  });
  const invoke = async (event: unknown = {}): Promise<unknown> => {
    const outcome = await pool.invoke(JSON.stringify(event));
    return JSON.parse('result' in outcome ? outcome.result : outcome.error);
  };
  const remove = async (): Promise<void> => {
    await pool.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  };
  return { pool, invoke, logged, scratchDir, compiledDir, remove };
};
