const SIZE = /(?<=\p{N})\s?(?:[xх×*]|\sна\s|\sby\s)\s?(?=\p{N})/giu;
const SPREAD = /(?<!\p{N})\p{N}{1,6}(?: · \p{N}{1,6}){1,3}/gu;

/** «160х200», «160*200» and «160 на 200» are one size: its numbers stand apart. */
export const spreadSizes = (text: string): string => text.replace(SIZE, ' · ');

/** The sides of each size that a text names. */
export const sizesIn = (text: string): number[][] =>
  [...spreadSizes(text).matchAll(SPREAD)].map(([size]) => size.split(' · ').map(Number));
