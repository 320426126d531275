import { type MessageTemplate, placesOf } from '@otvet/contract';
import { z } from 'zod';
import type { OutboundTemplate } from '../../port.ts';
import type { WhatsAppTransport } from './transport.ts';

// https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/overview, read 2026-11-23.

const text = z.string().catch('');
const button = z.object({ type: text, text, url: text });
const component = z.object({ type: text, format: text, text, buttons: z.array(button).catch([]) });
const template = z.object({
  name: z.string().min(1),
  language: z.string().min(1),
  status: text,
  components: z.array(component).catch([]),
});
const list = z.array(z.unknown()).catch([]);
/** The provider's older clients read another name. */
const listed = z.object({ data: list, waba_templates: list });

/** Approved ones whose places are words of the body alone: a picture or an address to fill is left to the platform's own screens. */
export async function listWhatsAppTemplates(transport: WhatsAppTransport, path: string): Promise<MessageTemplate[]> {
  const { data, waba_templates: hosted } = await transport.call({ method: 'GET', path, result: listed });
  return [...data, ...hosted].flatMap((one) => {
    const read = template.safeParse(one).data;
    if (read?.status.toUpperCase() !== 'APPROVED') return [];
    const { name, language, components } = read;
    const of = (type: string) => components.find((part) => part.type.toUpperCase() === type);
    const [header, body, footer, buttons = []] = [of('HEADER'), of('BODY'), of('FOOTER'), of('BUTTONS')?.buttons];
    const isPlainHeader =
      !header || (['', 'TEXT'].includes(header.format.toUpperCase()) && placesOf(header.text).length === 0);
    const isPlainButton = buttons.every(({ url }) => placesOf(url).length === 0);
    if (!body || body.text === '' || !isPlainHeader || !isPlainButton) return [];
    return [
      {
        name,
        language,
        header: header?.text || null,
        body: body.text,
        footer: footer?.text || null,
        buttons: buttons.map((one) => one.text),
      },
    ];
  });
}

/** A place with a word for a name bears it; numbered ones go by their order. */
export function templateContent({ name, language, variables }: OutboundTemplate): Record<string, unknown> {
  const parameters = variables.map((variable) => ({
    type: 'text',
    text: variable.value,
    ...(!/^\d+$/.test(variable.name) && { parameter_name: variable.name }),
  }));
  const components = parameters.length === 0 ? {} : { components: [{ type: 'body', parameters }] };
  return { type: 'template', template: { name, language: { code: language }, ...components } };
}
