import { progressOf } from '../sending/sendings.ts';
import type { Sending } from '../sending/sending.ts';
import { SendingProgress } from '../sending/sending-progress.tsx';
import { SentStatus } from './sent-status.tsx';

type Props = { sendings: readonly Sending[]; shownId: string; onShown: (id: string) => void };

/** The recordings that this tab has sent. */
export const SendingList = ({ sendings, shownId, onShown }: Props) => (
  <ul class="sent" aria-label="Sent recordings">
    {sendings.map((sending) => (
      <li key={sending.id}>
        <button type="button" aria-pressed={sending.id === shownId} onClick={() => onShown(sending.id)}>
          <span class="file-name">{sending.name}</span>
          {sending.jobId === null ? (
            <SendingProgress sending={sending} progress={progressOf(sending.id)} />
          ) : (
            <SentStatus jobRef={{ ...sending.tenant, jobId: sending.jobId }} />
          )}
        </button>
      </li>
    ))}
  </ul>
);
