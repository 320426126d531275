import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startModelSimulator } from './model/start.ts';
import { startTelegramSimulator } from './telegram/start.ts';

const USAGE = `node packages/simulators/src/main.ts [--host 127.0.0.1] [--telegram-port 0] [--model-port 0] [--bot-token TOKEN]
Starts the simulated Telegram (its chat page is at the printed address) and the simulated model.
`;
/** A demo must see a repaired webhook soon, not after a minute. */
const BACKOFF = { firstMs: 500, maxMs: 5000 };
const port = z.coerce.number().int().min(0).max(65_535);

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    'telegram-port': { type: 'string', default: '0' },
    'model-port': { type: 'string', default: '0' },
    'bot-token': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else await start();

async function start(): Promise<void> {
  const { host } = values;
  const telegram = await startTelegramSimulator({
    host,
    port: port.parse(values['telegram-port']),
    allowHttp: true,
    backoff: BACKOFF,
  });
  const model = await startModelSimulator({ host, port: port.parse(values['model-port']) });
  const bot = telegram.registerBot({ token: values['bot-token'] });
  process.stdout.write(`TELEGRAM_API_URL=${telegram.url}\nAI_BASE_URL=${model.baseUrl}\nBOT_TOKEN=${bot.token}\n`);
  const stop = () => void Promise.all([telegram.close(), model.close()]);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
