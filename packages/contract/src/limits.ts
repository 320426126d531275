/** Business constants of the specification, section 9, and the limits this product adds. Sizes in bytes, times in ms unless named. */
export const limits = {
  trialMessages: 30,
  trialDays: 7,
  dialogPageSize: 30,
  messagePageSize: 30,
  firstMessageLimit: 50,
  listMax: 100,
  dialogDelayMaxSeconds: 3600,
  comeBackMaxMinutes: 7 * 24 * 60,
  temperatureMin: 0.1,
  temperatureMax: 1,
  photoMax: 10,
  photoBytes: 10 * 1024 * 1024,
  logoBytes: 1024 * 1024,
  imagePixels: 40_000_000,
  /** A stranger's picture: the photo of a phone, whose 12 megapixels are up to 12.54 million pixels. */
  visitorImagePixels: 12_600_000,
  /** A baseline JPEG, of which less is decoded: 50 megapixels are up to 50.4 million pixels. */
  shrunkImagePixels: 51_000_000,
  /** For so long a message is tried; what could not be sent by then is given up, and a person decides. */
  sendingHours: 12,
  messageText: 20_000,
  customerText: 100_000,
  /** Of one message of a customer; the rest is named and not kept. */
  customerAttachments: 30,
  instructionText: 8_000,
  questionText: 2_000,
  answerText: 20_000,
  /** Other ways to ask what a pair answers. */
  phrasings: 20,
  nameText: 200,
  personName: 100,
  contactText: 200,
  phoneText: 64,
  requestText: 2000,
  emailText: 254,
  handOverText: 1000,
  widgetTitle: 80,
  /** Questions that stand as buttons before the first message, and how long one may be. */
  startQuestions: 3,
  startQuestion: 120,
  teaser: 80,
  socialLinks: 10,
  siteOrigins: 50,
  analyticsId: 40,
  openingTimerMaxSeconds: 3600,
  jsonBytes: 1024 * 1024,
  webhookBytes: 2 * 1024 * 1024,
  filesPerAccount: 50_000,
  /** Of the room for files; the rest is kept for the people of the account: strangers cannot take the way to upload from them. */
  strangersShare: 0.9,
  mediaBytes: 20 * 1024 * 1024,
  knowledgeSearchMin: 2,
  knowledgeBases: 100,
  knowledgePairs: 100_000,
  /** Of one call; more pairs are sent in several. */
  pairsPerCall: 1000,
  /** What the knowledge of an account may take in the memory of the search: some 3.5 million characters of Russian prose. */
  knowledgeMemoryBytes: 120_000_000,
  /** What a base is taught from: files of one call, the bytes of each, and how many a base may have. */
  sourceFiles: 10,
  sourceBytes: 10 * 1024 * 1024,
  sourcesPerBase: 500,
  /** Of an account, shown to a model. */
  picturesPerDay: 100,
  /** Of one spreadsheet with pairs. */
  importRows: 5000,
  /** Of one page that is turned into pairs, and their characters: what is chosen goes back in one call. */
  proposedPairs: 300,
  proposedCharacters: 300_000,
  channelsPerAccount: 100,
  passwordMin: 8,
  passwordMax: 128,
  tokenRetryMax: 3,
  tokenRetryResetMs: 60_000,
  tokenRefreshMs: 3_000_000,
  unreadPollMs: 120_000,
  buildMarkPollMs: 30_000,
  toastMs: 4000,
  webTimeoutMs: 180_000,
  urlImportTimeoutMs: 240_000,
} as const;

/** Breakpoints of the interface in px (specification, section 9); below `mobileBelow` the mobile layout. */
export const breakpoints = { xs: 600, sm: 960, md: 1280, lg: 1920, xl: 2560, mobileBelow: 1280 } as const;
