/** Bounds of what one document can cost, whatever was uploaded. Its bytes are bounded before, by `fileBytes`. */
export const readingLimits = {
  fileBytes: 10 * 1024 * 1024,
  /** Of all parts of an archive, counted while they are inflated. */
  unpackedBytes: 100 * 1024 * 1024,
  archiveEntries: 1000,
  pages: 2000,
  /** Rows with a value, of all sheets. */
  rows: 20_000,
  /** Of a table as text with those without a value: what spreadsheets themselves take. */
  textRows: 1_048_576,
  columns: 500,
  /** Of all tables, with the empty ones between and one for each row and column that a cell goes over. */
  cells: 2_000_000,
  /**
   * Rows and cells of all sheets as the library builds them, hidden ones too: what fits into the 350 MB of its process. With 405,000
   * cells it takes 286 to 324 MB, with 480,000 up to all of it; of an old workbook 316 MB with 300,000, and all of it with 375,000.
   */
  builtRows: 200_000,
  builtCells: 400_000,
  builtOldCells: 300_000,
  /** Of one part of a document, empty ones too: each takes memory whatever it holds. A thick book has ten thousand. */
  paragraphs: 200_000,
  /** Of all blocks together: more than the memory of a whole account holds. */
  characters: 5_000_000,
  /** Of all passages with what stands above each of them: names of columns and headings are said again in every one. */
  passageCharacters: 12_000_000,
  titleCharacters: 200,
  anchorCharacters: 500,
} as const;
