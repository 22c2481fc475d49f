import { contracts } from '#functions/contracts.ts';
import type { Route } from '#functions/routes.ts';

/** A body as the contract of the route asks for it: a form, or JSON. Text is sent as it is. */
export const sentAs = async (route: Route, body: unknown) => {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  if (contracts[route].body?.mediaType !== 'multipart/form-data') return { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body))) {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of all) form.append(name, one instanceof File ? one : String(one));
  }
  const request = new Response(form);
  const type = request.headers.get('content-type') ?? '';
  return { body: await request.bytes(), headers: { 'content-type': type } };
};
