import { ConnectionError } from './errors.ts';

export type Answer = { readonly response: Response; readonly text: string };

type Exchange = {
  readonly fetch: typeof fetch;
  /** The message of the error if no answer arrives. */
  readonly failure: string;
  /** The maximum time in ms without a byte of the answer. Without it, `fetch` decides, and in some runtimes it never gives up. */
  readonly maxSilenceMs?: number;
};

/**
 * Sends a request and returns the answer with its text. Throws a `ConnectionError` unless the answer arrives completely, and
 * for a page: that of a network where one must sign in, or of another server.
 */
export const exchange = async (
  url: string,
  request: RequestInit,
  { fetch, failure, maxSilenceMs }: Exchange,
): Promise<Answer> => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    if (maxSilenceMs !== undefined) timer = setTimeout(() => silence.abort(), maxSilenceMs);
  };
  try {
    heard();
    const signals = request.signal ? [request.signal, silence.signal] : [silence.signal];
    const response = await fetch(url, { ...request, signal: AbortSignal.any(signals) });
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body ?? []) {
      heard();
      text += decoder.decode(bytes, { stream: true });
    }
    const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html');
    if (!isPage) return { response, text: text + decoder.decode() };
  } catch (cause) {
    throw new ConnectionError(failure, { cause });
  } finally {
    clearTimeout(timer);
  }
  throw new ConnectionError(`${new URL(url).host} answered with a page.`);
};
