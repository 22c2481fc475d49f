import { expect, test } from 'vitest';
import { onFreePort } from '#local/free-port.ts';
import { listen } from '#local/ports.ts';

/** Returns these ports one after the other. */
const candidates =
  (...ports: number[]) =>
  (): number =>
    ports.shift() ?? expect.fail('asked for another port');

const somePorts = (): Promise<[number, number]> =>
  onFreePort((first) => onFreePort(async (second) => [first, second]));

test('a port is given to one program only, however long it takes to listen', async () => {
  const [port, another] = await somePorts();
  const given = onFreePort(
    async (first) => [
      first,
      await onFreePort(async (second) => second, candidates(port, another)),
      await onFreePort(async (third) => third, candidates(port, another)),
    ],
    candidates(port),
  );
  expect(await given).toEqual([port, another, another]);
});

test('a port on which somebody listens is not given', async () => {
  const [port, another] = await somePorts();
  const listener = await listen(port);
  expect(await onFreePort(async (given) => given, candidates(port, another))).toBe(another);
  await listener.close();
});

test('a port is free again when its program failed to start', async () => {
  const [port] = await somePorts();
  const failing = onFreePort(() => Promise.reject(new Error('did not start')), candidates(port));
  await expect(failing).rejects.toThrow('did not start');
  expect(await onFreePort(async (given) => given, candidates(port))).toBe(port);
});
