import { Anchor } from '@mantine/core';
import { readLinks } from './read-links.ts';

/** A text of the catalogue with its links; they open beside the page, so that what was typed stays. */
export function LinkedText({ text }: { text: string }) {
  return readLinks(text).map(({ words, url }, at) =>
    url === null ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
      <Anchor key={at} href={url} target="_blank" rel="noopener noreferrer" inherit td="underline">
        {words}
      </Anchor>
    ),
  );
}
