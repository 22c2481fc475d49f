import { Socket } from 'node:net';
import { vi } from 'vitest';

/**
 * Records every connection that this process tries to open, and refuses it. With `instead`, connects to that local port. An
 * address in `silent` neither accepts nor refuses.
 */
export const watchSockets = (instead?: number, silent: readonly string[] = []) => {
  const opened: string[] = [];
  const genuine = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value;
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...args: any[]
  ) {
    const [first] = args.flat();
    opened.push(String(first?.host ?? first?.path ?? first));
    if (silent.includes(first?.host)) return this;
    if (instead !== undefined) return genuine.call(this, { host: '127.0.0.1', port: instead });
    return this.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  });
  return { opened, stop: () => spy.mockRestore() };
};
