/** Kinds of sites whose way to the code is told step by step. */
export const siteKinds = ['html', 'tilda', 'bitrix', 'wordpress', 'gtm'] as const;
export type SiteKind = (typeof siteKinds)[number];

type Embed = { origin: string; channelId: string };

/** What the owner puts into the site. A tag manager may drop the id of a script element, so there a script makes it. */
export function embedCode(kind: SiteKind, { origin, channelId }: Embed): string {
  if (kind !== 'gtm') return `<script async src="${origin}/widget.js" data-id="${channelId}"></script>`;
  return [
    '<script>',
    "  var chat = document.createElement('script');",
    '  chat.async = true;',
    `  chat.src = '${origin}/widget.js';`,
    `  chat.setAttribute('data-id', '${channelId}');`,
    '  document.head.appendChild(chat);',
    '</script>',
  ].join('\n');
}
