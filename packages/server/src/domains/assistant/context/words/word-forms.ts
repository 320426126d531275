const ADJECTIVE = /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ых|их|ым|им|ую|юю)$/u;
/** «удаление», «снятие»: nouns with the end of one. */
const DEED = /(?:[аяе]ние|тие)$/u;

/** By its end a word of Russian tells that it is an adjective. */
export const isAdjective = (word: string): boolean => ADJECTIVE.test(word) && !DEED.test(word);
