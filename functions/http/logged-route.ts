import middy from '@middy/core';
import { accessLog } from '#lib/platform/http/middleware/access-log.ts';
import { compression } from '#lib/platform/http/middleware/compression.ts';
import type { Event } from '#lib/platform/http/middleware/middleware.ts';
import { requestId } from '#lib/platform/http/middleware/request-id.ts';
import type { Reply } from '#lib/platform/http/reply.ts';

/** The first middlewares of all routes. */
export const loggedRoute = () => middy<Event, Reply>().use(accessLog()).use(compression()).use(requestId());
