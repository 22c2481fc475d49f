/** `what` completes the sentence "Loading …". */
export const Loading = ({ what }: { what: string }) => (
  <p class="loading" role="status" aria-busy="true">
    Loading {what}…
  </p>
);
