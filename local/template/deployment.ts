import * as z from 'zod';
import type { Assembly } from './assembly.ts';
import { physicalName, returnValuesOf, type Place, type ReturnValues } from './attributes.ts';
import { exportsOf, resolve } from './resolve.ts';

/** One resource of one stack. */
export type Resource = {
  stack: string;
  logicalId: string;
  type: string;
  name: string;
  returns: ReturnValues;
  /** Resolves and reads the properties; throws when they ask for something the schema does not know. */
  properties: <T>(schema: z.ZodType<T>) => T;
};

/** The assembly as it stands in a place: every name, ARN and URL is a plain string. */
export type Deployment = {
  place: Place;
  ofType: (...types: string[]) => Resource[];
  /** Finds by what `Ref` or the `Arn` attribute gives, the two ways templates point at a resource. */
  find: (type: string, refOrArn: string) => Resource;
  /** Output values by stack and output name, the cross-stack exports left out. */
  outputs: Record<string, Record<string, string>>;
  assetPath: Assembly['assetPath'];
};

export const deploy = (assembly: Assembly, place: Place): Deployment => {
  const exported = exportsOf(assembly.stacks);
  const resources = assembly.stacks.flatMap((stack) =>
    Object.entries(stack.Resources).map(([logicalId, { Type: type, Properties }]): Resource => {
      const name = physicalName(stack.name, logicalId);
      return {
        stack: stack.name,
        logicalId,
        type,
        name,
        returns: returnValuesOf(type, name, place),
        properties: (schema) => {
          const read = schema.safeParse(resolve(Properties, { stack, place, exported }));
          if (read.success) return read.data;
          throw new Error(`${type} ${logicalId} is not supported here:\n${z.prettifyError(read.error)}`);
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
