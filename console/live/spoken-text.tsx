import { duration } from '../format.ts';
import { averageDelayMs, type Spoken } from './spoken.ts';

/**
 * Final text, then in grey the text that may still change. Screen readers announce only the final text, because the
 * other text changes faster than they speak.
 */
export const SpokenText = ({ spoken: { finals, partial } }: { spoken: Spoken }) => {
  const delayMs = averageDelayMs(finals);
  return (
    <>
      {/* It can have the focus, so that arrow keys scroll it. */}
      <div class="spoken" tabIndex={0} role="region" aria-label="Spoken text">
        <div>
          {finals.length === 0 && !partial && <p class="quiet">Nothing was said yet.</p>}
          <div aria-live="polite">
            {finals.map(({ id, text, language, translation }) => (
              <p key={id} lang={language ?? undefined} dir="auto">
                {text}
                {translation && (
                  <span class="line" lang={translation.language} dir="auto">
                    {translation.text}
                  </span>
                )}
              </p>
            ))}
          </div>
          {partial && (
            <p lang={partial.language ?? undefined} dir="auto">
              {partial.text.slice(0, partial.stableChars)}
              <span class="unstable">{partial.text.slice(partial.stableChars)}</span>
            </p>
          )}
        </div>
      </div>
      {delayMs !== undefined && (
        <p class="quiet">A text is final {duration(delayMs)} after it was spoken, on average.</p>
      )}
    </>
  );
};
