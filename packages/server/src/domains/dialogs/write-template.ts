import { type MessageTemplate, placesOf, showTemplate } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { SentTemplate } from './operator-store.ts';

type Asked = { name: string; language: string; variables: Record<string, string> };
type Deps = { templates(channel: { accountId: string; id: string }): Promise<MessageTemplate[]> };

/** Platforms take a value of one line alone. The template as it stands on the platform now, and the words that the customer sees. */
export async function writeTemplate(
  { templates }: Deps,
  { accountId, channelId }: { accountId: string; channelId: string },
  asked: Asked,
): Promise<{ text: string; urls: string[]; template: SentTemplate }> {
  const { name, language } = asked;
  const found = (await templates({ accountId, id: channelId })).find(
    (one) => one.name === name && one.language === language,
  );
  if (!found) throw new AppError('request.invalid', { details: { template: 'missing' } });
  const variables = placesOf(found.body).map((place) => ({
    name: place,
    value: Object.hasOwn(asked.variables, place) ? (asked.variables[place] ?? '').replace(/\s+/g, ' ').trim() : '',
  }));
  if (variables.some(({ value }) => value === ''))
    throw new AppError('request.invalid', { details: { template: 'variables' } });
  const values = Object.fromEntries(variables.map((variable) => [variable.name, variable.value]));
  return { text: showTemplate(found, values), urls: [], template: { name, language, variables } };
}
