const SIZE = /(?<=\p{N})\s?(?:[xх×*]|\sна\s|\sby\s)\s?(?=\p{N})/giu;

/** «160х200», «160*200» and «160 на 200» are one size: its numbers stand apart. */
export const spreadSizes = (text: string): string => text.replace(SIZE, ' · ');

/** Whether a text names a size of two sides. */
export const namesSize = (text: string): boolean => text.search(SIZE) >= 0;
