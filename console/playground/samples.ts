import type { Mode, TranscriptionOptions } from '../api/types.ts';

/** JSON as a single-quoted shell string. */
const quoted = (value: object): string => `'${JSON.stringify(value).replaceAll("'", String.raw`'\''`)}'`;

/** The form's request as a shell script. `baseUrl` has no trailing slash. */
export const curlSample = (baseUrl: string, mode: Mode, options: TranscriptionOptions): string => {
  const body = quoted({ upload_id: 'UPLOAD_ID', ...options }).replace('UPLOAD_ID', `'"$UPLOAD_ID"'`);
  return `# EARSHOT_API_KEY holds a ${mode} key, es_${mode}_…; needs jq
FILE=call.mp3
call() { curl -sS -H "Authorization: Bearer $EARSHOT_API_KEY" -H 'Content-Type: application/json' "$@"; }

# 1. Request an upload
call ${baseUrl}/v1/transcription-uploads \\
  -d '{"content_type":"audio/mpeg"}' > grant.json
UPLOAD_ID=$(jq -r .id grant.json)

# 2. Post the file straight to the object store
jq -r '.upload_fields | to_entries[] | "form-string = \\"\\(.key)=\\(.value)\\""' grant.json |
  curl -sS -K - -F "file=@$FILE" "$(jq -r .upload_url grant.json)"

# 3. Queue the job, then wait for its text
JOB_ID=$(call ${baseUrl}/v1/transcriptions \\
  -d ${body} | jq -r .id)
until call "${baseUrl}/v1/transcriptions/$JOB_ID?wait=25" > job.json &&
  jq -e '.status != "queued" and .status != "processing"' job.json > /dev/null; do sleep 1; done
jq . job.json
`;
};

/** The form's request as a Node.js script without dependencies. */
export const typescriptSample = (baseUrl: string, mode: Mode, options: TranscriptionOptions): string => {
  const more = Object.entries(options).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`);
  return `import { openAsBlob } from 'node:fs';

const baseUrl = '${baseUrl}';
// A ${mode} key, es_${mode}_…
const headers = {
  authorization: \`Bearer \${process.env.EARSHOT_API_KEY}\`,
  'content-type': 'application/json',
};
const call = async (path: string, body?: object) => {
  const response = await fetch(baseUrl + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};

// 1. Request an upload
const grant = await call('/v1/transcription-uploads', { content_type: 'audio/mpeg' });

// 2. Post the file straight to the object store: a browser can do this, without the key
const form = new FormData();
for (const [name, value] of Object.entries<string>(grant.upload_fields)) form.set(name, value);
form.set('file', await openAsBlob('call.mp3'));
const uploaded = await fetch(grant.upload_url, { method: 'POST', body: form });
if (!uploaded.ok) throw new Error(await uploaded.text());

// 3. Queue the job, then wait for its text
let job = await call('/v1/transcriptions', {
  upload_id: grant.id,
${more.join('')}});
while (job.status === 'queued' || job.status === 'processing')
  job = await call(\`/v1/transcriptions/\${job.id}?wait=25\`);
console.log(job.status, job.transcript ?? job.error);
`;
};
