/** Pictures that are read, by the ending of their name; what the bytes are is judged when they are decoded. */
export const isPicture = (name: string): boolean => /\.(?:jpe?g|png|gif|webp)$/i.test(name.trim());
