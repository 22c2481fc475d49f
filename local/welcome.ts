import { join } from 'node:path';
import { projectDir } from './project-script.ts';

const sample = join(projectDir, 'local/samples/two-cities.ogg');

type Facts = { baseUrl: string; consoleUrl: string; apiKey: string };

/** What the terminal shows when the service runs: where it is, the key, and a first transcription to paste. */
export const welcome = (facts: Facts): string => `
Earshot listens at  ${facts.baseUrl}
Console             ${facts.consoleUrl}, where any e-mail address signs in
API key             ${facts.apiKey}

Paste these three lines, one after the other, into a shell: ask for an upload grant, post a file as it says, queue the
job and follow it to its end.

${firstTranscription(facts).join('\n\n')}

Ctrl-C stops it.
`;

/** A whole transcription in three lines for sh, bash and zsh. They keep what they are told in variables, not in files. */
export const firstTranscription = ({ baseUrl, apiKey }: Facts): string[] => {
  const curl = `curl -sS -m 60 -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
  const uploadId = `$(${show('GRANT')} | ${pick('id')})`;
  const id = `$(${show('JOB')} | ${pick('id')})`;
  return [
    `GRANT=$(${curl} -d '{"content_type":"audio/ogg"}' ${baseUrl}/v1/transcription-uploads); ${show('GRANT')}`,

    `${show('GRANT')} | ${asOptions} | curl -sS -w '\\n' -K - -F ${quoted(`file=@"${sample.replaceAll(/["\\]/g, '\\$&')}"`)}`,

    // Whatever is not on its way is an end: an error, and no answer at all, too.
    `JOB=$(${curl} -d "{\\"upload_id\\":\\"${uploadId}\\"}" ${baseUrl}/v1/transcriptions); ` +
      `for TRY in ${Array.from({ length: maxPolls }, (_, index) => index + 1).join(' ')}; do ` +
      `${show('JOB')} | grep -qE '"status":"(queued|processing)"' || break; sleep 1; ` +
      `JOB=$(${curl} "${baseUrl}/v1/transcriptions/${id}?wait=25"); done; ${show('JOB')}`,
  ];
};

const maxPolls = 20;

/** As `echo` does, which in some shells changes what it is given. */
const show = (variable: string): string => `printf '%s\\n' "$${variable}"`;

/** Prints a property of the JSON on standard input; every machine that runs this has Node, not every one has jq. */
const pick = (property: string): string =>
  `node -p 'JSON.parse(fs.readFileSync(0, "utf8").trim() || "{}").${property}'`;

/** A grant as options of curl: each of its fields, then where to post them. */
const asOptions =
  'node -p \'g = JSON.parse(fs.readFileSync(0)); Object.entries(g.upload_fields).map(f => `form-string = "${f.join("=")}"`).join("\\n") + `\\nurl = ${g.upload_url}`\'';

/** As one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
