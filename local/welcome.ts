import { join } from 'node:path';
import { projectDir } from './project-script.ts';

const sample = join(projectDir, 'local/samples/two-cities.ogg');

/** What the terminal shows once the service runs: where it is, the key, and a first transcription to paste. */
export const welcome = (baseUrl: string, apiKey: string): string => `
Earshot listens at  ${baseUrl}
API key             ${apiKey}

A first transcription, to paste into a shell. Ask for an upload grant:

  URL=${baseUrl} AUTH='Authorization: Bearer ${apiKey}' JSON='Content-Type: application/json'
  field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }
  GRANT=$(curl -s $URL/v1/transcription-uploads -H "$AUTH" -H "$JSON" -d '{"content_type":"audio/ogg"}')

Post the file where the grant says, with every field it gives:

  FIELDS=$(echo "$GRANT" | node -p 'Object.entries(JSON.parse(fs.readFileSync(0)).upload_fields).map(([k, v]) => \`form-string="\${k}=\${v}"\`).join("\\n")')
  echo "$FIELDS" | curl -s -K - -F 'file=@${sample};type=audio/ogg' $(echo "$GRANT" | field upload_url)

Create the job, and poll it until it is done:

  ID=$(curl -s $URL/v1/transcriptions -H "$AUTH" -H "$JSON" -d "{\\"upload_id\\":\\"$(echo "$GRANT" | field id)\\"}" | field id)
  until curl -s $URL/v1/transcriptions/$ID -H "$AUTH" | tee /dev/tty | grep -qE '"status":"(completed|failed)"'; do sleep 1; done

Ctrl-C stops it.
`;
