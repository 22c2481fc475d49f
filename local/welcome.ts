import { join } from 'node:path';
import { projectDir } from './project-script.ts';

const sample = join(projectDir, 'local/samples/two-cities.ogg');

type ServiceInfo = {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly apiKey: string;
  readonly languages: readonly string[];
};

/** The command that adds languages. */
export const moreLanguages = 'For 99 languages run: npm run models -- whisper-base --use';

/** The message shown after the start: the addresses, the API key, and commands for a first transcription. */
export const welcome = (info: ServiceInfo): string => `
Earshot runs at     ${info.baseUrl}
Console             ${info.consoleUrl} (sign in with any email address; the first to do so owns the key below)
Documentation       ${info.baseUrl}/docs
API key             ${info.apiKey}
Languages           ${describeLanguages(info.languages)}

To transcribe a sample, paste these three lines into a shell, one after the other. They request an upload grant, upload the
file, and create a job and wait until it ends.

${firstTranscription(info).join('\n\n')}

Press Ctrl-C to stop Earshot.
`;

const describeLanguages = (languages: readonly string[]): string =>
  languages.length > 1
    ? `${languages.length}, see /v1/capabilities`
    : `${languages.join()}. ${moreLanguages}`;

/** A transcription in three lines for sh, bash and zsh. They keep responses in variables, not in files. */
export const firstTranscription = ({
  baseUrl,
  apiKey,
}: Pick<ServiceInfo, 'baseUrl' | 'apiKey'>): string[] => {
  const curl = `${curlHere} -m 60 -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
  const uploadId = `$(${show('GRANT')} | ${pick('id')})`;
  const id = `$(${show('JOB')} | ${pick('id')})`;
  return [
    `GRANT=$(${curl} -d '{"content_type":"audio/ogg"}' ${baseUrl}/v1/transcription-uploads); ${show('GRANT')}`,

    `${show('GRANT')} | ${asOptions} | ${curlHere} -w '\\n' -K - -F ${quoted(`file=@"${sample.replaceAll(/["\\]/g, '\\$&')}"`)}`,

    // Any other status ends the loop, and so does an error or an empty response.
    `JOB=$(${curl} -d "{\\"upload_id\\":\\"${uploadId}\\"}" ${baseUrl}/v1/transcriptions); ` +
      `for TRY in ${Array.from({ length: maxPolls }, (_, index) => index + 1).join(' ')}; do ` +
      `${show('JOB')} | grep -qE '"status":"(queued|processing)"' || break; sleep 1; ` +
      `JOB=$(${curl} "${baseUrl}/v1/transcriptions/${id}?wait=25"); done; ${show('JOB')}`,
  ];
};

const maxPolls = 20;

/** The service only answers on this machine, which a proxy of the user cannot reach. */
const curlHere = "curl -sS --noproxy '*'";

/** Used instead of `echo`, which changes its input in some shells. */
const show = (variable: string): string => `printf '%s\\n' "$${variable}"`;

/** Prints a property of the JSON on standard input. Uses Node, because jq may be missing. */
const pick = (property: string): string =>
  `node -p 'JSON.parse(fs.readFileSync(0, "utf8").trim() || "{}").${property}'`;

/** Converts a grant into options of curl: its fields and its URL. */
const asOptions =
  'node -p \'g = JSON.parse(fs.readFileSync(0)); Object.entries(g.upload_fields).map(f => `form-string = "${f.join("=")}"`).join("\\n") + `\\nurl = ${g.upload_url}`\'';

/** Quotes a text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
