import { escapedHtml } from '#lib/platform/html.ts';
import { exampleError, requestErrors, type RequestError } from '#lib/platform/http/error-catalogue.ts';
import { jobFailures } from '#lib/platform/http/job-failure-catalogue.ts';
import { streamErrors } from '#lib/platform/http/stream-errors.ts';
import { errorStatus, errorTypes, jobFailureTypes, streamErrorTypes } from '#lib/platform/errors.ts';

/** The page's only style; the page's Content-Security-Policy allows it by its hash. */
export const style = `
:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1.25rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:3rem}
h3{font:600 1rem/1.6 ui-monospace,monospace;margin:2rem 0 .25rem;scroll-margin-top:1rem}
h3:target{background:#ffd54f55}
h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
h3 span{font-weight:400;opacity:.65}
p{margin:.25rem 0}pre{overflow:auto;padding:1rem;border:1px solid #8884;border-radius:6px}
`.trim();

const retryText: Readonly<Record<RequestError['retry'], string>> = {
  wait: 'Wait, then retry.',
  after_change: 'Change the request as described, then retry.',
  never: 'Retrying the same request does not help.',
};

type Entry = {
  readonly anchor: string;
  readonly type: string;
  readonly mark: string;
  readonly lines: readonly string[];
};

const section = ({ anchor, type, mark, lines }: Entry): string =>
  [
    `<h3 id="${anchor}"><a href="#${anchor}">${type}</a> <span>${mark}</span></h3>`,
    ...lines.map((line) => `<p>${escapedHtml(line)}</p>`),
  ].join('\n');

const requestEntry = (type: (typeof errorTypes)[number]): Entry => {
  const { when, remedy, retry } = requestErrors[type];
  return { anchor: type, type, mark: String(errorStatus[type]), lines: [when, remedy, retryText[retry]] };
};

const jobEntry = (type: (typeof jobFailureTypes)[number]): Entry => {
  const { when, remedy, retryable } = jobFailures[type];
  const mark = retryable === null ? 'may be retryable' : retryable ? 'retryable' : 'not retryable';
  return { anchor: `job-${type}`, type, mark, lines: [when, remedy] };
};

const streamEntry = (type: (typeof streamErrorTypes)[number]): Entry => {
  const { when, remedy } = streamErrors[type];
  return { anchor: type, type, mark: 'realtime', lines: [when, remedy] };
};

const byStatus = errorTypes.toSorted((a, b) => errorStatus[a] - errorStatus[b]);

/** Every error type with its cause and remedy, under an anchor of its name; failures of jobs are under `job-…`. */
export const errorsPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors of Earshot</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>Every error is one object. Programs use <code>type</code>, which never changes; people read <code>message</code>.
Include the <code>request_id</code> when you ask for help.</p>
<pre>${escapedHtml(JSON.stringify(exampleError('not_found'), undefined, 2))}</pre>
<h2>Requests</h2>
${byStatus.map((type) => section(requestEntry(type))).join('\n')}
<h2>Realtime connections</h2>
<p>An <code>error</code> event has the same object, and says whether it is <code>fatal</code>: whether the connection is
closed. Its <code>retryable</code> field says whether to connect again. Besides the types above there are these:</p>
${streamErrorTypes.map((type) => section(streamEntry(type))).join('\n')}
<h2>Jobs</h2>
<p>The <code>error</code> of a <code>failed</code> job has the cause. Its <code>retryable</code> field says whether a new job
with the same audio may succeed. Failed jobs cost nothing.</p>
${jobFailureTypes.map((type) => section(jobEntry(type))).join('\n')}
</main>
</body>
</html>
`;
