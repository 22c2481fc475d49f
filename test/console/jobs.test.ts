import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJobId, jobSearchOf } from '../../console/jobs/job-search.ts';
import { exactDollars } from '../../console/format.ts';
import { priceOf, sourceOf, titleOf } from '../../console/jobs/job-words.ts';
import { hashWith, searchOf } from '../../console/route.ts';

describe('the search in the address of the jobs', () => {
  test('a search for jobs survives its way through the address', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const search = fc.record(
      { status: fc.constantFrom('failed', 'queued'), reference: text, cursor: text },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(search, (one) => {
        expect(jobSearchOf(searchOf(hashWith('#/projects/prj_1/jobs', one)))).toEqual(one);
      }),
    );
  });

  test('a search for jobs leaves out a status that does not exist', () => {
    expect(jobSearchOf('status=lost&reference=')).toEqual({});
  });

  test.each([
    ['ofq_vctjeuq2gxp4dqa3k6wctew2du', true],
    [' ofq_a1 ', true],
    ['call-42', false],
    ['ofq_', false],
  ])('whether %j is the id of a job: %s', (text, expected) => {
    expect(isJobId(text)).toBe(expected);
  });
});

describe('a job', () => {
  const source = {
    kind: 'upload' as const,
    upload_id: null,
    file_id: null,
    realtime_session_id: null,
    deleted_at: null,
  };
  const keys = [{ hint: 'es_live_Ab12…', name: 'Production', mode: 'live' as const }];
  const queued = (api_key_hint: string | null) => ({ source, api_key_hint, mode: 'live' as const });

  test('a job is called by its file, else by its id', () => {
    expect(titleOf({ id: 'ofq_a', filename: 'call.mp3' })).toBe('call.mp3');
    expect(titleOf({ id: 'ofq_a', filename: null })).toBe('ofq_a');
  });

  test('a job has a price once it has ended, and in test mode none', () => {
    const billed = (amount_usd: string | null) => ({
      status: 'charged' as const,
      billed_ms: null,
      channels: null,
      unit_price_usd_per_minute: '0.005' as const,
      amount_usd,
    });
    expect(priceOf({ mode: 'live', billing: billed('0.500000') })).toBe('$0.50');
    expect(priceOf({ mode: 'live', billing: billed('0.500000') }, exactDollars)).toBe('$0.500000');
    expect(priceOf({ mode: 'test', billing: billed('0.000000') })).toBe('Free');
    expect(priceOf({ mode: 'test', billing: billed(null) })).toBeNull();
  });

  test('a job comes from a key by its name, from an unknown key by its hint, or from the console', () => {
    expect(sourceOf(queued('es_live_Ab12…'), keys)).toBe('Production');
    expect(sourceOf(queued('es_live_Zz99…'), keys)).toBe('es_live_Zz99…');
    expect(sourceOf(queued(null), keys)).toBe('Playground');
    expect(sourceOf({ ...queued(null), source: { ...source, kind: 'realtime' } }, keys)).toBe('Live text');
  });
});
