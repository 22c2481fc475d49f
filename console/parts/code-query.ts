import { ApiError } from '../api/api-error.ts';

const lost = () => {
  throw new ApiError(0, {
    type: 'unreachable',
    message: 'A part of this page could not be loaded. Try again, or reload the page.',
  });
};

/** The code of a part of the page, which is loaded when it is first shown. Like other reads, it is repeated if it is lost. */
export const codeQuery = <Code>(name: string, load: () => Promise<Code>) => ({
  key: [name],
  load: () => load().catch(lost),
  isFinal: () => true,
});
