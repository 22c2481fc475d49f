import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseEngine, type Engine } from '#local/dynamodb/engine.ts';
import { javaOf } from '#local/dynamodb/install.ts';
import { testFolder } from '../../support/test-folder.ts';

const dir = testFolder();

const java = '/opt/java/bin/java';
const installed = { dynoxide: '/npm/dynoxide', dynamoDbLocal: { java, jars: join(dir, 'jars') } };

const commandOf = (engine: Engine, dataDir?: string): string[] =>
  'on' in engine ? [...engine.on('8000', dataDir).command] : [];

test('dynoxide is taken where npm has it, else DynamoDB Local', () => {
  expect(commandOf(chooseEngine(undefined, installed))).toEqual(['/npm/dynoxide', '--port', '8000']);
  expect(commandOf(chooseEngine(undefined, { ...installed, dynoxide: undefined }))[0]).toBe(java);
});

test('EARSHOT_DYNAMODB chooses a URL, another dynoxide, or DynamoDB Local', () => {
  expect(chooseEngine('http://localhost:8000', installed)).toEqual({ url: 'http://localhost:8000' });
  expect(commandOf(chooseEngine('./dynoxide', installed))[0]).toBe('./dynoxide');
  expect(commandOf(chooseEngine('java', installed))[0]).toBe(java);
});

test('a machine without any is told to run the set-up', () => {
  const none = { dynoxide: undefined, dynamoDbLocal: undefined };
  expect(() => chooseEngine(undefined, none)).toThrow('npm run setup');
  expect(() => chooseEngine('java', { ...none, dynoxide: '/npm/dynoxide' })).toThrow('npm run setup');
});

test('the files of both lie in the data folder', () => {
  expect(commandOf(chooseEngine(undefined, installed), dir)).toContain(join(dir, 'dynamodb.sqlite'));
  const files = join(dir, 'dynamodb');
  expect(commandOf(chooseEngine('java', installed), dir).join()).toContain(`-dbPath,${files}`);
  // DynamoDB Local does not create it.
  expect(existsSync(files)).toBe(true);
});

test('DynamoDB Local finds its files in a folder of any name, whatever the language of the machine', () => {
  const engine = chooseEngine('java', installed);
  expect('on' in engine && engine.on('8000', dir).env).toEqual({ LC_ALL: 'C.UTF-8' });
});

test('the Java of Maven is found, with its version', () => {
  const homebrew = '/opt/homebrew/Cellar/openjdk/25.0.1/libexec/openjdk.jdk/Contents/Home';
  const line = (version: string, home: string) =>
    `Apache Maven 3.9.11\nJava version: ${version}, vendor: Homebrew, runtime: ${home}\nOS name: "mac os x"`;
  expect(javaOf(line('25.0.1', homebrew))).toEqual({ path: `${homebrew}/bin/java`, version: 25 });
  expect(javaOf(line('1.8.0_462', '/usr/lib/jvm/8'))).toMatchObject({ version: 1 });
  expect(() => javaOf('Unable to locate a Java Runtime.')).toThrow('Unable to locate');
});
