import type { ChannelSettings } from '@otvet/contract';

/** What can be taken over from another channel, by parts. Its name, its state and its credentials never are. */
export const copiedFields = {
  words: ['role', 'behavior', 'task', 'handOverText'],
  greeting: ['greeting'],
  base: ['knowledgeBaseId'],
  answers: ['aiLang', 'voiceLang', 'temperature', 'dialogDelay', 'comeBackMinutes', 'answerInGroups', 'parseContext'],
} as const satisfies Record<string, readonly (keyof ChannelSettings)[]>;

export type CopiedPart = keyof typeof copiedFields;

/** The settings of these parts as another channel has them. */
export function pickCopied(source: ChannelSettings, parts: readonly CopiedPart[]): Partial<ChannelSettings> {
  const names = new Set<string>(parts.flatMap((part) => [...copiedFields[part]]));
  const taken: Partial<ChannelSettings> = { ...source };
  for (const name of Object.keys(taken)) if (!names.has(name)) Reflect.deleteProperty(taken, name);
  return taken;
}
