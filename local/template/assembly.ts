import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({ templateFile: z.string(), stackName: z.string(), file: z.string() })
        .partial()
        .default({}),
    }),
  ),
});

const Assets = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

const Template = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
    )
    .default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});

export type Stack = { readonly name: string } & z.infer<typeof Template>;

/** `assetPath` maps an object key in a template (`<hash>.zip`) to its source folder. */
export type Assembly = { readonly stacks: readonly Stack[]; readonly assetPath: ReadonlyMap<string, string> };

/** Reads the cloud assembly in `dir`: the templates of all stacks, and the paths of their assets. */
export const readAssembly = (dir: string): Assembly => {
  const json = (file: string): unknown => JSON.parse(readFileSync(join(dir, file), 'utf8'));
  const stacks: Stack[] = [];
  const assetPath = new Map<string, string>();
  for (const [id, { type, properties }] of Object.entries(Manifest.parse(json('manifest.json')).artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      stacks.push({ name: properties.stackName ?? id, ...Template.parse(json(properties.templateFile)) });
    }
    if (type === 'cdk:asset-manifest' && properties.file !== undefined) {
      for (const [objectKey, path] of assetsOf(json(properties.file)))
        assetPath.set(objectKey, join(dir, path));
    }
  }
  return { stacks, assetPath };
};

const assetsOf = (manifest: unknown): (readonly [objectKey: string, path: string])[] =>
  Object.values(Assets.parse(manifest).files).flatMap(({ source: { path }, destinations }) =>
    path === undefined ? [] : Object.values(destinations).map(({ objectKey }) => [objectKey, path] as const),
  );
