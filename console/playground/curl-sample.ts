import type { Sampled } from './sampled.ts';

/** A single-quoted shell string. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a shell script. */
export const curlSample = ({ baseUrl, mode, audio, options }: Sampled): string => `(
set -euo pipefail
# EARSHOT_API_KEY holds a ${mode} key, es_${mode}_…; needs jq
KEY=earshot-$(date +%s)-$RANDOM # one for each recording: a repeated request makes nothing twice
call() {
  curl -sS --fail-with-body --retry 3 -H "Authorization: Bearer $EARSHOT_API_KEY" \\
    -H 'Content-Type: application/json' -H "Idempotency-Key: $KEY" "$@"
}

${'url' in audio ? fromUrl(baseUrl, { audio_url: audio.url, ...options }) : fromFile(baseUrl, audio.fileName, options)}
# Wait for the text
until call "${baseUrl}/v1/transcriptions/$JOB_ID?wait=25" > job.json &&
  jq -e '.status != "queued" and .status != "processing"' job.json > /dev/null; do sleep 1; done
jq . job.json
)
`;

const fromUrl = (baseUrl: string, body: object): string => `# Queue the job
JOB_ID=$(call ${baseUrl}/v1/transcriptions \\
  -d ${quoted(JSON.stringify(body))} | jq -r .id)
`;

const fromFile = (baseUrl: string, fileName: string, options: object): string => {
  const body = quoted(JSON.stringify({ upload_id: 'UPLOAD_ID', ...options }));
  return `FILE=${quoted(fileName)}
test -r "$FILE" || { echo "There is no file $FILE here." >&2; exit 1; }

# 1. Request an upload
jq -n --arg name "$FILE" '{content_type: "application/octet-stream", filename: $name}' |
  call ${baseUrl}/v1/transcription-uploads -d @- > grant.json
UPLOAD_ID=$(jq -r .id grant.json)

# 2. Post the file straight to the object store
jq -r '.upload_fields | to_entries[] | "form-string = \\"\\(.key)=\\(.value)\\""' grant.json |
  curl -sS --fail-with-body -K - -F "file=@\\"$FILE\\"" "$(jq -r .upload_url grant.json)"

# 3. Queue the job
JOB_ID=$(call ${baseUrl}/v1/transcriptions \\
  -d ${body.replace('UPLOAD_ID', `'"$UPLOAD_ID"'`)} | jq -r .id)
`;
};
