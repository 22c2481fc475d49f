/** A response of a minimal browser that keeps cookies, follows redirects and submits forms. */
export type Page = {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** Cookies apply to all ports of the host, like in browsers. */
export const plainBrowser = () => {
  const jar = new Map<string, string>();
  const visited: URL[] = [];

  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const isGone = attributes.some((one) => /^(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one));
      if (isGone) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };

  /** One request without following its redirect. */
  const ask = async (url: URL | string, init: RequestInit = {}): Promise<Page> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const requested = new URL(url);
    visited.push(requested);
    const headers = { ...(cookie && { cookie }), ...Object.fromEntries(new Headers(init.headers)) };
    const answer = await fetch(requested, { redirect: 'manual', ...init, headers });
    keep(answer.headers);
    return { url: requested, status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  /** The target of a redirect. */
  const target = ({ url, headers }: Page): URL | undefined => {
    const location = headers.get('location');
    return location === null ? undefined : new URL(location, url);
  };

  /** Follows redirects to a page, or until a URL matches `until`, which is not requested. */
  const go = async (
    url: URL | string,
    init: RequestInit = {},
    until: (url: URL) => boolean = () => false,
  ): Promise<Page> => {
    let page = await ask(url, init);
    for (let next = target(page); next && !until(next); next = target(page)) page = await ask(next);
    return page;
  };

  /** Submits the only form of a page. */
  const submit = (
    page: Page,
    fields: Record<string, string>,
    until?: (url: URL) => boolean,
  ): Promise<Page> => {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g)];
    const body = new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      ...fields,
    });
    const url = action === undefined ? page.url : new URL(action, page.url);
    return go(url, { method: 'POST', body }, until);
  };

  return { jar, visited, ask, go, submit, target };
};
export type PlainBrowser = ReturnType<typeof plainBrowser>;
