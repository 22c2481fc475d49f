import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { createEarshot } from '#cdk/earshot.ts';

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.any()).default({}),
  DependsOn: z.array(z.string()).default([]),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
const templateSchema = z.object({
  Resources: z.record(z.string(), resourceSchema),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Description: z.string().optional(),
        Export: z.object({ Name: z.string() }).optional(),
      }),
    )
    .default({}),
});

export type Resource = z.output<typeof resourceSchema> & { readonly stack: string; readonly id: string };

const synthesized = new Map<string, Templates>();

/**
 * The whole app without bundling or validation. `context` overrides settings. The files of a process share it, because a
 * synthesis takes a second.
 */
export const synthesize = (context: Record<string, unknown> = {}): Templates => {
  const key = JSON.stringify(context);
  const templates = synthesized.get(key) ?? synthesizeAnew(context);
  synthesized.set(key, templates);
  return templates;
};

/** Context with one product. An app with products has the resources of payments. */
export const selling = {
  products: [
    { price_id: 'price_1', kind: 'credit_pack', name: 'Credit', amount_usd: '20', credit_usd: '20' },
  ],
};

/** Context with an operator's settings instead of the defaults, including one product. */
export const customized = {
  ...selling,
  allowedOrigins: 'https://a.example,https://b.example',
  resultRetentionDays: '7',
  accountConcurrency: '500',
  realtimeSessions: 30,
  projectShare: { split: 7 },
  logRetentionDays: '14',
  limits: { testMinutesPerDay: 7, consoleRequestsPerMinute: 300 },
  selfSignUp: true,
  alarmEmail: 'on-call@example.com',
};

const synthesizeAnew = (context: Record<string, unknown>) => {
  const outdir = mkdtempSync(join(tmpdir(), 'earshot-cdk-'));
  try {
    const app = createEarshot({
      outdir,
      builtinCloudFormationValidation: false,
      treeMetadata: false,
      context: { 'aws:cdk:bundling-stacks': [], ...context },
    });
    return new Templates(
      app.synth().stacks.map(({ id, template, dependencies, terminationProtection, tags }) => ({
        stack: id,
        tags,
        isProtected: terminationProtection === true,
        dependsOn: dependencies.map((dependency) => dependency.id),
        ...templateSchema.parse(template),
      })),
    );
  } finally {
    rmSync(outdir, { recursive: true });
  }
};

type Stack = z.output<typeof templateSchema> & {
  readonly stack: string;
  readonly dependsOn: readonly string[];
  readonly isProtected: boolean;
  readonly tags: Readonly<Record<string, string>>;
};

/** All templates of the app as one list of resources, with references written out as `LogicalIdWithoutHash`. */
class Templates {
  readonly resources: readonly Resource[];
  readonly stacks: readonly Stack[];

  constructor(stacks: readonly Stack[]) {
    this.stacks = stacks;
    this.resources = stacks
      .flatMap(({ stack, Resources }) =>
        Object.entries(Resources).map(([id, resource]) => ({ stack, id, ...resource })),
      )
      // The function that copies the console's files, and its role, are part of the CDK.
      .filter(({ id }) => !id.startsWith('CustomCDKBucketDeployment'));
  }

  ofType(type: string): readonly Resource[] {
    const found = this.resources.filter((resource) => resource.Type === type);
    if (found.length === 0) throw new Error(`no ${type}`);
    return found;
  }

  /** The resource of a reference (Ref, GetAtt, import). */
  target(reference: unknown): Resource {
    const name = this.name(reference);
    const found = this.resources.filter(({ id }) => nameOf(id) === name);
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} resources are named ${name}`);
    return found[0];
  }

  /** A value as text, with the name of the resource for each reference: `Audio/uploads/*`. */
  name(value: unknown): string {
    if (typeof value === 'string') return value;
    const { data } = intrinsic.safeParse(value);
    if (!data) throw new Error(`cannot name ${JSON.stringify(value)}`);
    if ('Ref' in data) return nameOf(data.Ref);
    if ('Fn::GetAtt' in data) return nameOf(data['Fn::GetAtt'][0]);
    if ('Fn::Join' in data) return data['Fn::Join'][1].map((part) => this.name(part)).join('');
    return this.name(this.exported(data['Fn::ImportValue']));
  }

  private exported(name: string): unknown {
    const output = this.stacks
      .flatMap(({ Outputs }) => Object.values(Outputs))
      .find(({ Export }) => Export?.Name === name);
    if (!output) throw new Error(`nothing is exported as ${name}`);
    return output.Value;
  }
}

const intrinsic = z.union([
  z.object({ Ref: z.string() }),
  z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
  z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) }),
  z.object({ 'Fn::ImportValue': z.string() }),
]);

const nameOf = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');

/** The source of a function, relative to functions/. */
export const fileOf = (fn: Resource) =>
  z.string().parse(fn.Properties['Description']).replace('functions/', '');
