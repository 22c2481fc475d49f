import type { Key } from './first-key.ts';
import { runScript } from './project-script.ts';
import type { RunningStack } from './stack.ts';

/**
 * Gives the project of the first key to the first person who signs in. A failure is logged, and the next sign-in tries again.
 */
export const adoption = (
  { outputs, operatorEnvironment }: Pick<RunningStack, 'outputs' | 'operatorEnvironment'>,
  { project_id: project, api_key: apiKey }: Key,
  log: (line: string) => void,
): ((email: string) => Promise<void>) => {
  const { TableName: table = '', UserPoolId: userPool = '' } = outputs['EarshotData'] ?? {};
  // Other users of this machine can see the arguments, so they contain only the public part of the key.
  const [, , keyId = ''] = apiKey.split('_');
  const shared = ['--table', table, '--project', project, '--key-id', keyId];
  let adopted: Promise<unknown> | undefined;
  return async (email) => {
    const person = ['--realm', userPool, '--subject', email, '--email', email];
    adopted ??= runScript('cdk/adopt-project.ts', [...shared, ...person], operatorEnvironment);
    await adopted.catch((error: unknown) => {
      adopted = undefined;
      log(error instanceof Error ? error.message : String(error));
    });
  };
};
