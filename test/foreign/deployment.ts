import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectDir, runScript } from '#local/project-script.ts';
import { synthesizeApp } from '#local/synth.ts';
import { speechDir } from '../support/local-service.ts';
import { speechOf } from './earlier-version.ts';
import { adaptToMiniStack, forMiniStack } from './for-ministack.ts';
import type { Cloud } from './ministack.ts';
import { dataKeyPolicy } from './runbook.ts';

const cli = 'node_modules/aws-cdk/bin/cdk';

export type Outputs = {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly table: string;
  readonly userPool: string;
};

const Printed = z.record(z.string(), z.record(z.string(), z.string()));

/** Deploys as docs/deployment.md says, but to an emulator. The files are in `folder`. */
export const operator = (cloud: Cloud, folder: string) => {
  const cdk = (assembly: string, ...args: string[]): Promise<string> =>
    // Ignores errors, because the app reports the missing layer as an error.
    runScript(cli, [...args, '--app', assembly, '--ignore-errors', '--no-notices'], cloud.environment);

  const outputsOf = (file: string): Outputs => {
    const { BaseUrl, ConsoleUrl, TableName, UserPoolId } = z
      .object({ BaseUrl: z.string(), ConsoleUrl: z.url(), TableName: z.string(), UserPoolId: z.string() })
      .parse(Object.assign({}, ...Object.values(Printed.parse(JSON.parse(readFileSync(file, 'utf8'))))));
    // The host of this URL is a subdomain of an IP address, so the URL is invalid. The path addresses the same API.
    const [, id = ''] = /^http:\/\/(\w+)\./.exec(BaseUrl) ?? [];
    const baseUrl = `${cloud.url}/_aws/execute-api/${id}/$default`;
    return { baseUrl, consoleUrl: ConsoleUrl, table: TableName, userPool: UserPoolId };
  };

  return {
    /** Makes an assembly of the app with these settings, of this version or of another one in the folder `project`. */
    synthesize: async (
      name: string,
      settings: Record<string, unknown> = {},
      project = projectDir,
    ): Promise<string> => {
      const assembly = join(folder, name);
      await synthesizeApp(assembly, { ...forMiniStack, ...settings }, project);
      adaptToMiniStack(assembly, project === projectDir ? speechDir : speechOf(project));
      return assembly;
    },
    bootstrap: (assembly: string) => cdk(assembly, 'bootstrap', 'aws://000000000000/us-east-1'),
    deploy: async (assembly: string): Promise<Outputs> => {
      const file = `${assembly}.json`;
      const options = ['--require-approval', 'never', '--concurrency', '2', '--outputs-file', file];
      await cdk(assembly, 'deploy', '--all', ...options);
      return outputsOf(file);
    },
    destroy: (assembly: string, ...stacks: string[]) => cdk(assembly, 'destroy', '--force', ...stacks),
    createKey: async ({ table }: Outputs): Promise<string> => {
      const printed = await runScript(
        'cdk/create-api-key.ts',
        ['--table', table, '--mode', 'test'],
        cloud.environment,
      );
      return z.object({ api_key: z.string() }).parse(JSON.parse(printed)).api_key;
    },
    /** Makes a key of KMS with the policy of docs/deployment.md. */
    createDataKey: async (): Promise<string> => {
      const text = await cloud.ask('TrentService.CreateKey', { Policy: dataKeyPolicy });
      return z.object({ KeyMetadata: z.object({ Arn: z.string() }) }).parse(JSON.parse(text)).KeyMetadata.Arn;
    },
    /** `npm run smoke`. Returns what it printed. */
    smoke: ({ baseUrl }: Outputs, key: string): Promise<string> =>
      runScript('local/smoke.ts', ['--base-url', baseUrl, '--api-key', key], {}),
    /** Invites a person to the console, or finds the person. Returns the id that identifies the person in the table. */
    person: async (action: 'AdminCreateUser' | 'AdminGetUser', { userPool }: Outputs): Promise<string> => {
      const target = `AWSCognitoIdentityProviderService.${action}`;
      const text = await cloud.ask(target, { UserPoolId: userPool, Username: 'ada@example.com' });
      return /"sub", ?"Value": ?"([^"]+)"/.exec(text)?.[1] ?? text;
    },
  };
};
