import { ConnectorError } from '../../connectors/port.ts';
import type { OpenSession } from '../../connectors/session-port.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { withinTime } from '../../platform/time/within-time.ts';

const CLOSE_MS = 5000;
const LEAVE_MS = 15_000;
const TYPING_MS = 5000;
const PROFILE_MS = 15_000;
const MEDIA_MS = 120_000;

/** A session whose calls all end: nobody waits for ever for a platform, or a library, that says nothing. How long a send may take is the sender's. */
export function boundSession(session: OpenSession, clock: Clock): OpenSession {
  const within = <T>(ms: number, work: Promise<T>) => withinTime({ clock, ms }, work);
  const noAnswer = (cause: unknown): never => {
    throw cause instanceof ConnectorError ? cause : new ConnectorError('retry', { reason: 'no_answer', cause });
  };
  const close = () => within(CLOSE_MS, session.close());
  return {
    send: (message) => session.send(message),
    sendTyping: (chatId) => within(TYPING_MS, session.sendTyping(chatId)),
    fetchMedia: (vendorRef) => within(MEDIA_MS, session.fetchMedia(vendorRef)).catch(noAnswer),
    fetchProfile: (person) => within(PROFILE_MS, session.fetchProfile(person)).catch(noAnswer),
    close,
    async leave() {
      // Whatever the platform heard of it, the connection goes.
      await within(LEAVE_MS, session.leave()).catch(close);
    },
  };
}
