import { CodeBlock } from '../parts/code-block.tsx';

const typescript = `import { webhooks } from 'earshot';

const secret = process.env['EARSHOT_WEBHOOK_SECRET'] ?? '';

export const receive = async (request: Request): Promise<Response> => {
  // Throws unless we signed these bytes within the last five minutes.
  const event = await webhooks.verify(await request.text(), request.headers, { secret });
  console.log(event.type, event.data.id);
  return new Response(null, { status: 204 });
};`;

const python = `import os

from earshot import webhooks


def receive(body: bytes, headers: dict[str, str]) -> None:
    # Raises unless we signed these bytes within the last five minutes.
    event = webhooks.verify(body, headers, os.environ["EARSHOT_WEBHOOK_SECRET"])
    print(event["type"], event["data"]["id"])`;

/** Samples that show how a server verifies our messages. */
export const VerifySamples = () => (
  <section aria-labelledby="verify">
    <h2 id="verify">Verify messages</h2>
    <p class="quiet">
      Pass on the body as it was received, and the signing secret that was shown when you added the endpoint.
      For a server on your own machine, run <code>earshot listen --forward http://localhost:3000/hook</code>.{' '}
      <a href="/docs/webhooks">More about webhooks</a>
    </p>
    <details>
      <summary>TypeScript</summary>
      <CodeBlock label="TypeScript" code={typescript} />
    </details>
    <details>
      <summary>Python</summary>
      <CodeBlock label="Python" code={python} />
    </details>
  </section>
);
