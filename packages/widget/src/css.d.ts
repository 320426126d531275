declare module '*.css?inline' {
  const css: string;
  // biome-ignore lint/style/noDefaultExport: the form in which the bundler gives a style sheet as text
  export default css;
}
