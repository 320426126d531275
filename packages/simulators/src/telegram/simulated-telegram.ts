import type { SimulatedPlatform } from '../simulated-platform.ts';
import { type FaultInput, FILE_HOST } from './faults.ts';
import type { ChatMessage } from './ledger.ts';
import { startTelegramSimulator, type TelegramSimulator, type TelegramSimulatorOptions } from './start.ts';
import type { Message } from './types.ts';

const FOR_EVER = 1_000_000;
const mediaFields = ['photo', 'voice', 'audio', 'video', 'document', 'sticker'] as const satisfies (keyof Message)[];

/** One bot on a platform of its own, as any simulated platform is driven. */
export async function startSimulatedTelegram(
  options: TelegramSimulatorOptions = {},
): Promise<SimulatedPlatform & { simulator: TelegramSimulator; token: string }> {
  const simulator = await startTelegramSimulator(options);
  const { token } = simulator.registerBot({ name: 'Мебель «Дом»', username: 'dom_mebel_bot' });
  return { simulator, token, ...driveTelegram(simulator, token) };
}

/** One bot of a platform that runs already. */
export function driveTelegram(simulator: TelegramSimulator, token: string): SimulatedPlatform {
  return {
    url: simulator.url,
    environment: { TELEGRAM_API_URL: simulator.url },
    credentials: { token },
    customerSends: ({ from, text, attachment = 'file', size }) => {
      const person = { id: Number(from.id), firstName: from.name };
      const field = attachment === 'file' ? 'document' : attachment;
      simulator.customerSends({
        token,
        from: person,
        ...(text === undefined ? { [field]: { claimedSize: size } } : { text }),
      });
    },
    conversation: (customerId) =>
      simulator
        .messagesOf(Number(customerId), token)
        .filter(({ author }) => author !== 'service')
        .map(showMessage),
    fail: (fault, times = 1) => {
      for (const script of scriptsOf(fault)) simulator.faults.add({ times, ...script, token });
    },
    repair: () => simulator.faults.clear(),
    close: simulator.close,
  };
}

function showMessage({
  author,
  message,
  keyboard = [],
}: ChatMessage): ReturnType<SimulatedPlatform['conversation']>[number] {
  return {
    author: author === 'bot' ? 'business' : 'customer',
    text: message.text ?? message.caption ?? '',
    attachment: mediaFields.find((field) => message[field] !== undefined) ?? null,
    ...(keyboard.length > 0 && { choices: keyboard.flat() }),
  };
}

/** Faults of what the bot sends; a revoked token is refused to every method. */
function scriptsOf(fault: Parameters<SimulatedPlatform['fail']>[0]): FaultInput[] {
  const sends = ['sendMessage', 'sendPhoto', 'sendMediaGroup', 'sendDocument'];
  switch (fault) {
    case 'rate-limited':
      return [{ kind: 'rate-limited', retryAfter: 1, method: 'sendMessage' }];
    case 'server-error':
      return [{ kind: 'server-error', method: 'sendMessage' }];
    case 'no-answer':
      return [{ kind: 'no-answer', method: 'sendMessage' }];
    case 'missing-media':
      return [{ kind: 'refused', code: 400, description: 'Bad Request: wrong file_id', method: 'getFile' }];
    case 'expired-media':
      return [{ kind: 'refused', code: 404, description: 'Not Found', method: FILE_HOST }];
    case 'media-page':
      return [{ kind: 'garbage', method: FILE_HOST }];
    case 'revoked':
      return [...sends, 'getMe'].map((method) => ({
        kind: 'refused',
        code: 401,
        description: 'Unauthorized',
        method,
        times: FOR_EVER,
      }));
  }
}
