/** Characters per token: near enough for Russian, and the same for every run. */
const CHARACTERS_PER_TOKEN = 3;

/** A deterministic count. */
export const countTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** The pieces in which a text is streamed: words with the space behind them. */
export const splitTokens = (text: string): string[] => text.match(/\s*\S+\s*/g) ?? (text === '' ? [] : [text]);
