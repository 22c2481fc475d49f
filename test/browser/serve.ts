/** Runs the service that most browser tests share, tells its parent where, and ends with it. */
import { startConsole } from './world.ts';

// Nobody answers there. A name that is not found may not be registered.
const hooks = { host: 'hooks.example.com', port: 443, address: '127.0.0.1' };

const { service, stop } = await startConsole(hooks);
process.on('disconnect', () => void stop().then(() => process.exit()));
process.send?.(service);
