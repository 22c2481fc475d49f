import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { changes, Identities, identities } from '../support/identities.ts';
import { listedAttributes } from '../support/listed-attributes.ts';

const golden = Identities.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'golden/identities.json'), 'utf8')),
);

test('an upgrade replaces nothing that holds data and nothing that exists once', () => {
  expect(
    changes(golden, identities()),
    'Does a deployed stack survive this? Then accept it with `npm run identities`.',
  ).toEqual([]);
});

test('the index of the lists carries what a listed job and a listed file are made of', () => {
  const table = golden['EarshotData']?.resources['TableCD117FA1'];
  const indexes = z
    .array(
      z.object({
        IndexName: z.string(),
        Projection: z.object({ NonKeyAttributes: z.array(z.string()).optional() }),
      }),
    )
    .parse(table?.properties['GlobalSecondaryIndexes']);
  const carried = indexes.find(({ IndexName }) => IndexName === 'listed')?.Projection.NonKeyAttributes;
  expect(carried).toEqual(expect.arrayContaining([...listedAttributes]));
});

describe('the comparison with the golden file', () => {
  const edited = (edit: (copy: Identities) => void): string[] => {
    const copy = structuredClone(golden);
    edit(copy);
    return changes(golden, copy);
  };
  const data = ({ EarshotData }: Identities) => EarshotData ?? { resources: {}, exports: [] };

  test('the comparison with the golden file says that a route under another logical id is refused', () => {
    const found = edited(({ EarshotApi }) => {
      const { GetV1FilesRoute: route, ...others } = EarshotApi?.resources ?? {};
      if (!EarshotApi || !route) throw new Error('the route is not in the golden file');
      EarshotApi.resources = { ...others, ApiFilesListRoute: route };
    });
    expect(found).toEqual([
      expect.stringMatching(/^EarshotApi\/GetV1FilesRoute .* AWS refuses the copy/),
      expect.stringMatching(/^EarshotApi\/ApiFilesListRoute .* is new/),
    ]);
  });

  test('the comparison with the golden file says that a table under another logical id starts empty', () => {
    const found = edited((copy) => delete data(copy).resources['TableCD117FA1']);
    expect(found).toEqual([expect.stringMatching(/^EarshotData\/TableCD117FA1 .* an empty one/)]);
  });

  test('the comparison with the golden file says that the projection of an index cannot change', () => {
    const found = edited((copy) => {
      const { properties } = data(copy).resources['TableCD117FA1'] ?? {};
      if (properties) properties['GlobalSecondaryIndexes'] = [];
    });
    expect(found).toEqual([expect.stringMatching(/an index changes.*refuses/)]);
  });

  test('the comparison with the golden file says that an export in use cannot be removed', () => {
    const found = edited((copy) => data(copy).exports.shift());
    expect(found).toEqual([expect.stringMatching(/^EarshotData:ExportsOutput.* is no longer exported/)]);
  });

  test('the comparison with the golden file says what happens to data whose deletion policy changes', () => {
    const found = edited((copy) => {
      const table = data(copy).resources['TableCD117FA1'];
      if (table) table.removal = 'Delete';
    });
    expect(found).toEqual(['EarshotData/TableCD117FA1: its deletion policy changes from Retain to Delete.']);
  });
});
