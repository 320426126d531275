import type { ChannelDescriptor } from '@otvet/contract';

/** How many signs of such a text are one message: a Russian letter is two of the bytes that some platforms count. */
export function textRoom(
  text: string,
  { textLimit, textUnit }: Pick<ChannelDescriptor, 'textLimit' | 'textUnit'>,
): number {
  const sample = text || 'я';
  return textUnit ? Math.floor((textLimit * sample.length) / new Blob([sample]).size) : textLimit;
}
