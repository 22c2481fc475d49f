const storedHeaders =
  /^(content-type|cache-control|content-disposition|content-encoding|content-language|expires|x-amz-meta-[\w.-]+)$/;

/** The headers of a request, or the fields of a form, that are stored with an object. */
export const objectHeaders = (source: Iterable<readonly [string, unknown]>): Record<string, string> => {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of source) {
    if (storedHeaders.test(name) && typeof value === 'string') headers[name] = asHeader(value);
  }
  // aws-chunked only describes the transfer.
  const encoding = headers['content-encoding']?.replace(/\baws-chunked\b,? */, '');
  if (encoding === '') delete headers['content-encoding'];
  else if (encoding !== undefined) headers['content-encoding'] = encoding;
  return headers;
};

// A form field may have characters that headers do not allow. S3 encodes them like mail headers (RFC 2047).
const asHeader = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`;
