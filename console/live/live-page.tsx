import { capabilitiesQuery } from '../api/capabilities-query.ts';
import type { Tenant } from '../api/types.ts';
import { codeQuery } from '../parts/code-query.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';

/** The code of this page is loaded when it is opened, because most people never open it. */
const sessionCode = codeQuery('live-session', () => import('./live-session.tsx'));

/** Transcribes what is spoken into the microphone. */
export const LivePage = ({ tenant }: { tenant: Tenant }) => {
  const capabilities = useQuery(capabilitiesQuery);
  const code = useQuery(sessionCode);
  return (
    <>
      <PageHeading
        title="Live text"
        lead={`Speak, and read what you say. This is a preview of realtime sessions. ${
          tenant.mode === 'test'
            ? 'In test mode it costs nothing.'
            : 'It is charged like any job of this project.'
        }`}
      />
      <Loaded query={capabilities} what="capabilities">
        {(known) => (
          <Loaded query={code} what="microphone">
            {({ LiveSession }) => <LiveSession tenant={tenant} capabilities={known} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
};
