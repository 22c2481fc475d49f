import type { Spoken } from './spoken.ts';

/** Final text, with the delay of each segment, then the text that may still change, in grey. */
export const SpokenText = ({ spoken: { finals, partial } }: { spoken: Spoken }) => (
  <div class="spoken" aria-live="polite">
    {finals.length === 0 && !partial && <p class="quiet">Nothing was said yet.</p>}
    {finals.map(({ id, text, delayMs, translation }) => (
      <p key={id}>
        {text} <small class="quiet">{Math.round(delayMs)} ms</small>
        {translation && (
          <>
            <br />
            <span lang={translation.language}>{translation.text}</span>
          </>
        )}
      </p>
    ))}
    {partial && (
      <p>
        {partial.text.slice(0, partial.stableChars)}
        <span class="unstable">{partial.text.slice(partial.stableChars)}</span>
      </p>
    )}
  </div>
);
