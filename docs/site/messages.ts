import { html, type Markup } from './html.ts';
import { renderText, type Rendered } from './markdown.ts';
import { nameOf, type Schema, schemaSection } from './schema.ts';

type Refs = { readonly messages: readonly { readonly $ref: string }[] };
/** The parts of an AsyncAPI 3.0 document that are shown. */
export type AsyncApi = {
  readonly info: { readonly description: string };
  readonly operations: { readonly send: Refs; readonly receive: Refs };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The reference of the WebSocket's messages, from its AsyncAPI document. */
export const messageReference = ({ info, operations, components }: AsyncApi): Rendered => {
  const names = ({ messages }: Refs): string[] => messages.map(({ $ref }) => nameOf($ref));
  const sent = names(operations.send);
  const received = names(operations.receive);
  const others = Object.keys(components.schemas).filter((name) => ![...sent, ...received].includes(name));
  const groups = [
    { id: 'from-the-client', text: 'From the client', of: sent },
    { id: 'from-the-service', text: 'From the service', of: received },
    { id: 'parts', text: 'Parts of messages', of: others },
  ];
  const section = (name: string): Markup => schemaSection(name, components.schemas[name] ?? {});
  return {
    title: 'Realtime messages',
    headings: groups,
    body: html`<h1>Realtime messages</h1>
      ${renderText(info.description)}
      <p>
        This page is made from <a href="/v1/asyncapi.json">/v1/asyncapi.json</a>. The guide is
        <a href="/docs/realtime">Realtime</a>.
      </p>
      ${groups.map(
        ({ id, text, of }) =>
          html`<h2 id="${id}">${text}</h2>
            ${of.map(section)}`,
      )}`,
  };
};
