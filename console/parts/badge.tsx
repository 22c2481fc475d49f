type Props = { tone: 'good' | 'bad' | 'busy' | 'plain' | 'test'; text: string };

/** A status; the word says it, the colour only helps. */
export const Badge = ({ tone, text }: Props) => <span class={`badge ${tone}`}>{text}</span>;
