/** The sections of a knowledge base; the address names all but the first. */
export const baseTabs = ['answers', 'missing', 'sources', 'check'] as const;
export type BaseTab = (typeof baseTabs)[number];
