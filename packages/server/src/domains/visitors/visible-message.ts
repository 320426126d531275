import { labelChoices, type Message, type WidgetMessage, widgetDescriptor } from '@otvet/contract';
import { formatMarkdown } from '../../platform/text/format-markdown.ts';

/** What a visitor sees of a change: the message, its disappearance, or nothing (system notes, kinds the window cannot show). */
export type VisibleChange =
  | { kind: 'message'; message: WidgetMessage }
  | { kind: 'removed'; id: string; version: number }
  | undefined;

const visibleAuthors = {
  customer: 'visitor',
  assistant: 'assistant',
  operator: 'operator',
  system: undefined,
} as const;

/** What a message says besides itself. `waiting`: how soon a person answers, if one is awaited. `picture`: of the person who wrote it. */
export type Around = { waiting: string; picture: string | null };

/** The window shows words as they are: what the assistant writes comes without marks, what a person types stays as typed. */
const wordsOf = ({ author }: Message, text: string): string =>
  author === 'assistant' ? formatMarkdown(text, widgetDescriptor.formatting) : text;

/** The list of fields is the guard: sources, reasons, silence, debug and delivery stay inside. */
export function toVisibleChange(message: Message, { waiting, picture }: Around): VisibleChange {
  const from = visibleAuthors[message.author];
  if (from === undefined) return undefined;
  if (message.isCanceled) return { kind: 'removed', id: message.id, version: message.version };
  const images = message.attachments
    .filter((attachment) => attachment.type === 'image')
    .map(({ id, state }) => ({ id, state }));
  if (message.text === '' && images.length === 0) return undefined;
  const offer = labelChoices(message, widgetDescriptor.choices);
  return {
    kind: 'message',
    message: {
      id: message.id,
      seq: message.seq,
      version: message.version,
      from,
      name: from === 'visitor' ? null : message.authorName,
      picture: from === 'operator' ? picture : null,
      text: wordsOf(message, offer?.text ?? message.text),
      images,
      choices: offer?.labels ?? [],
      waiting: message.decision === 'hand-over' ? waiting : '',
      at: message.createdAt,
      clientId: from === 'visitor' ? message.clientId : null,
    },
  };
}
