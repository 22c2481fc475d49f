import { files, guessed, pages } from '../../docs/site/pages.ts';

const notFound =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Not found</title><h1>Not found</h1><p>There is nothing here. Go to <a href="/docs">the documentation</a> or to <a href="/">the console</a>.</p></html>';

/**
 * The code of a CloudFront function that maps a path to its file, redirects guessed paths, and answers 404 for all
 * others. AWS does not document whether CloudFront adds its default root object before or after the function, so the
 * root works in both cases.
 */
export const onlyFiles = `var pages = ${JSON.stringify(pages.map(({ path }) => path))};
var files = ${JSON.stringify(files)};
var guessed = ${JSON.stringify(guessed)};
function handler(event) {
  var request = event.request;
  if (request.uri === '/' || request.uri === '/index.html') {
    request.uri = '/index.html';
    return request;
  }
  if (files.includes(request.uri)) return request;
  var page = request.uri.replace(/\\/$/, '');
  if (pages.includes(page)) {
    request.uri = page + '.html';
    return request;
  }
  var named = page.replace(/\\.html$/, '');
  var other = guessed[named] || named.replace('/docs/guides/', '/docs/');
  if (guessed[named] || guessed[other] || pages.includes(other) || files.includes(other))
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: guessed[other] || other } },
    };
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: { 'content-type': { value: 'text/html; charset=utf-8' } },
    body: '${notFound}',
  };
}
`;
