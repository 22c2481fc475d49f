import * as z from 'zod';
import type { Assembly } from './assembly.ts';
import { physicalName, returnValuesOf, type Place, type ReturnValues } from './attributes.ts';
import { exportsOf, resolve } from './resolve.ts';

/** One resource of one stack. */
export type Resource = {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly name: string;
  readonly returns: ReturnValues;
  /** Resolves and parses the properties. Throws if the schema does not support them. */
  readonly properties: <T>(schema: z.ZodType<T>) => T;
};

/** An assembly in an environment: every name, ARN and URL is a plain string. */
export type Deployment = {
  readonly place: Place;
  readonly ofType: (...types: string[]) => Resource[];
  /** Finds a resource by its `Ref` or `Arn`. */
  readonly find: (type: string, refOrArn: string) => Resource;
  /** Output values by stack and output name, without exports. */
  readonly outputs: Record<string, Record<string, string>>;
  readonly assetPath: Assembly['assetPath'];
};

export const deploy = (assembly: Assembly, place: Place): Deployment => {
  const exported = exportsOf(assembly.stacks);
  const resources = assembly.stacks.flatMap((stack) =>
    Object.entries(stack.Resources).map(([logicalId, { Type: type, Properties }]): Resource => {
      const name = physicalName(stack.name, logicalId);
      // Evaluated once, because each role looks at all policies.
      let resolved: { readonly properties: unknown } | undefined;
      return {
        stack: stack.name,
        logicalId,
        type,
        name,
        returns: returnValuesOf(type, name, place),
        properties: (schema) => {
          resolved ??= { properties: resolve(Properties, { stack, place, exported }) };
          const read = schema.safeParse(resolved.properties);
          if (read.success) return read.data;
          throw new Error(
            `${type} ${logicalId} is not supported by the local stack:\n${z.prettifyError(read.error)}`,
          );
        },
      };
    }),
  );
  return {
    place,
    ofType: (...types) => resources.filter(({ type }) => types.includes(type)),
    find: (type, refOrArn) => {
      const found = resources.find(
        (resource) =>
          resource.type === type && [resource.returns.Ref, resource.returns['Arn']].includes(refOrArn),
      );
      if (!found) throw new Error(`The template has no ${type} called ${refOrArn}.`);
      return found;
    },
    outputs: Object.fromEntries(
      assembly.stacks.map((stack) => [
        stack.name,
        Object.fromEntries(
          Object.entries(stack.Outputs)
            .filter(([, output]) => !output.Export)
            .map(([name, output]) => [
              name,
              z.coerce.string().parse(resolve(output.Value, { stack, place, exported })),
            ]),
        ),
      ]),
    ),
    assetPath: assembly.assetPath,
  };
};
