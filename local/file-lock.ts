import { DatabaseSync } from 'node:sqlite';

const busy = 5;

// A database that nothing refers to is closed by the garbage collector, and its lock is gone.
const held = new Set<DatabaseSync>();

/**
 * Locks a file for this process, and makes the file when it is absent. The lock is one of SQLite's, which the system
 * drops with the process however that ends: it is never stale, and it holds in every PID namespace and container that
 * shares the file system.
 * @returns what unlocks the file, or undefined while somebody holds it
 * @throws when the file cannot be opened
 */
export const lockFile = (file: string): (() => void) | undefined => {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    held.add(database);
    return () => {
      held.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
};
