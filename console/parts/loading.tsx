/** `what` completes the sentence "Loading …". Grey lines mark the place of the content. */
export const Loading = ({ what, isTall = false }: { what: string; isTall?: boolean }) => (
  <div class={`loading ${isTall ? 'tall' : ''}`} role="status" aria-busy="true">
    <span class="sr-only">Loading {what}…</span>
    {lines.map((width) => (
      <span key={width} class="bone" style={{ width }} />
    ))}
  </div>
);

const lines = ['38%', '92%', '86%', '90%', '64%'];
