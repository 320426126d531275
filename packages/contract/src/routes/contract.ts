import { channelRoutes } from './channels.ts';
import { chatRoutes } from './chat.ts';
import { checkRoutes } from './checks.ts';
import { connectingRoutes } from './connecting.ts';
import { learningRoutes } from './learning.ts';
import { meaningRoutes } from './meaning.ts';
import { noticeRoutes } from './notices.ts';
import { pagePairRoutes } from './page-pairs.ts';
import { sourceRoutes } from './sources.ts';
import { spreadsheetRoutes } from './spreadsheets.ts';
import { userRoutes } from './user.ts';

/** The public API under `/api`: what both ends agree on. */
export const contract = {
  channels: channelRoutes,
  connecting: connectingRoutes,
  chat: chatRoutes,
  checks: checkRoutes,
  learning: learningRoutes,
  meaning: meaningRoutes,
  notices: noticeRoutes,
  pagePairs: pagePairRoutes,
  sources: sourceRoutes,
  spreadsheets: spreadsheetRoutes,
  user: userRoutes,
};
