type Props = { tone: 'good' | 'bad' | 'busy' | 'plain' | 'test'; text: string };

/** A status. The text alone carries the meaning, for users who cannot distinguish the colours. */
export const Badge = ({ tone, text }: Props) => <span class={`badge ${tone}`}>{text}</span>;
