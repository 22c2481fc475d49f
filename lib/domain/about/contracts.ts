import * as z from 'zod';
import { offerOf } from '#lib/speech/engines/models.ts';
import { contract, json, page, pageOrJson } from '#lib/platform/http/contract.ts';
import { none } from '#lib/platform/http/parameters.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { Capabilities, describeCapabilities } from './capabilities.ts';
import { ErrorList, errorList } from './error-list.ts';
import { style } from './errors-page.ts';

const open = { tag: 'Service', params: none, query: none, errors: [] } as const;

export const getCapabilities = contract({
  ...open,
  operationId: 'getCapabilities',
  summary: 'What this deployment offers',
  description: 'Capabilities, languages, audio formats, limits and the price, as they are enforced.',
  success: json(
    200,
    Capabilities,
    describeCapabilities(
      { uploads: 'available', transcriptions: 'available' },
      {
        speech: offerOf(['moonshine-tiny']),
        translator: 'none',
        retentionDays: 30,
        limits: Limits.parse({}),
        realtime: true,
      },
    ),
  ),
});

const OpenApi = z
  .looseObject({ openapi: z.literal('3.1.1'), info: z.looseObject({ title: z.string() }) })
  .meta({ id: 'OpenApi', description: 'An OpenAPI 3.1 document.' });

export const getOpenApi = contract({
  ...open,
  operationId: 'getOpenApi',
  summary: 'This document',
  description: 'The API as an OpenAPI 3.1 document.',
  success: json(200, OpenApi, { openapi: '3.1.1', info: { title: 'Earshot' } }),
});

const oneError = { data: errorList().data.filter(({ type }) => type === 'not_found') };

export const getErrors = contract({
  ...open,
  operationId: 'getErrors',
  summary: 'The error types',
  description:
    'When each type of error happens and what to do about it. It is a page for people, in which `/v1/errors#not_found` leads to one type, and JSON with `Accept: application/json`.',
  success: pageOrJson(page('<!doctype html>…', style), json(200, ErrorList, oneError)),
});
