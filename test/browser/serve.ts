/**
 * Runs the service that most browser tests share. Reports its address to the parent process, and stops when the parent does.
 */
import { startConsole } from './world.ts';

// No server listens there. The host needs an address, because a name that cannot be resolved may not be registered.
const hooks = { host: 'hooks.example.com', port: 443, address: '127.0.0.1' };

const { service, stop } = await startConsole(hooks);
process.on('disconnect', () => void stop().then(() => process.exit()));
process.send?.(service);
