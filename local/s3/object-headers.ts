const kept =
  /^(content-type|cache-control|content-disposition|content-encoding|content-language|expires|x-amz-meta-[\w.-]+)$/;

/** What of a request's headers, or of a form's fields, is stored with an object and returned with it. */
export const objectHeaders = (given: Iterable<readonly [string, unknown]>): Record<string, string> => {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of given) {
    if (kept.test(name) && typeof value === 'string') headers[name] = asHeader(value);
  }
  // aws-chunked is how the bytes came, not what they are.
  const encoding = headers['content-encoding']?.replace(/\baws-chunked\b,? */, '');
  if (encoding === '') delete headers['content-encoding'];
  else if (encoding !== undefined) headers['content-encoding'] = encoding;
  return headers;
};

// A form field may hold what no header can; S3 returns that as mail headers do (RFC 2047).
const asHeader = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`;
