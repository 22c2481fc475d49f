import { join } from 'node:path';
import { projectDir } from './project-script.ts';

const sample = join(projectDir, 'local/samples/two-cities.ogg');

/** Prints a property of the JSON on standard input; every machine that runs this has Node, not every one has jq. */
const pick = (property: string): string => `node -p 'JSON.parse(fs.readFileSync(0)).${property}'`;

/** A grant as options of curl: each of its fields, then where to post them. */
const asOptions =
  'node -p \'g = JSON.parse(fs.readFileSync(0)); Object.entries(g.upload_fields).map(f => `form-string = "${f.join("=")}"`).join("\\n") + `\\nurl = ${g.upload_url}`\'';

type Facts = { baseUrl: string; consoleUrl: string; apiKey: string };

/** What the terminal shows when the service runs: where it is, the key, and a first transcription to paste. */
export const welcome = ({ baseUrl, consoleUrl, apiKey }: Facts): string => {
  const curl = `curl -s -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
  return `
Earshot listens at  ${baseUrl}
Console             ${consoleUrl}, where any e-mail address signs in
API key             ${apiKey}

Paste these three lines, one after the other, into a shell: ask for an upload grant, post a file as it says, queue the
job and poll it.

${curl} -d '{"content_type":"audio/ogg"}' ${baseUrl}/v1/transcription-uploads | tee grant.json

${asOptions} < grant.json | curl -s -K - -F 'file=@${sample}'

ID=$(${curl} -d "{\\"upload_id\\":\\"$(${pick('id')} < grant.json)\\"}" ${baseUrl}/v1/transcriptions | ${pick('id')}); until ${curl} ${baseUrl}/v1/transcriptions/$ID?wait=25 | tee job.json | grep -qE '"status":"(completed|failed)"'; do sleep 1; done; cat job.json

Ctrl-C stops it.
`;
};
