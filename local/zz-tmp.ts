import { startStack } from './stack.ts';
const s = await startStack({
  port: 0,
  dataDir: process.argv[2],
  log: console.log,
  speechDir: '/tmp/none',
  assemblyDir: '/tmp/es1',
});
await fetch(s.baseUrl + '/v1/none');
await new Promise((r) => setTimeout(r, Number(process.argv[3])));
const t = performance.now();
await s.stop();
console.log('stop', performance.now() - t);
process.on('exit', () => console.log('exit', performance.now() - t));
