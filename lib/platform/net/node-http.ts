const http = process.getBuiltinModule('node:http');

/**
 * Replaces `node:http` in bundles, with the exports that they use. An import of the module itself reads all of its exports.
 * One of them loads an HTTP client that no function needs, which takes an eighth of the time until a function is ready.
 */
export default http;
export const { Agent, IncomingMessage, request, STATUS_CODES } = http;
