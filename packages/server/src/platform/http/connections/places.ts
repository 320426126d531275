import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../time/clock.ts';
import { chooseCrowd } from './choose-crowd.ts';
import type { WriteProgress } from './write-progress.ts';

/**
 * What a connection is worth; the earlier ones give their places to newcomers first.
 * `unfinished`: it has not sent one request to its end, or is in the middle of a body. `idle`: it has all its answers.
 * `answering`: a complete request waits for its answer, or a stream goes on. `verified`: the socket of a signed-in person.
 */
export type Standing = 'unfinished' | 'idle' | 'answering' | 'verified';

export type Place = {
  socket: Socket;
  address: string;
  /** Takes it off the counts of its networks. */
  release: () => void;
  progress: WriteProgress;
  answers: Set<ServerResponse>;
  hasFinished: boolean;
  standing: Standing;
  /** Since when it has not finished a request. */
  unfinishedSince: number;
};

export type Places = {
  /** Gives a connection its standing, as the newest of those that have it. */
  put(place: Place, standing: Standing): void;
  remove(place: Place): void;
  /** Who has to go for a newcomer. */
  chooseNext(): Place | undefined;
};

/** Of so many that have waited longest the one goes that has sent least. */
const MAX_COMPARED = 16;
/** Who has just come has had no time to ask: idle connections go before it. */
const ARRIVAL_MS = 1000;
/** One look over all chooses so large a part of them, so that a flood does not cost a look for each connection. */
const SHARE_OF_LOOK = 1 / 64;

type PlacesDeps = { max: number; addressOf: (place: Place) => string; clock: Pick<Clock, 'now'> };

/** The connections in the order in which they give their places away; every change costs the same, however many there are. */
export function createPlaces({ max, addressOf, clock }: PlacesDeps): Places {
  const byStanding = {
    unfinished: new Set<Place>(),
    idle: new Set<Place>(),
    answering: new Set<Place>(),
    verified: new Set<Place>(),
  } satisfies Record<Standing, Set<Place>>;
  let chosen: Place[] = [];

  function nextOfCrowd(standing: Standing): Place | undefined {
    const members = byStanding[standing];
    for (let next = chosen.shift(); next !== undefined; next = chosen.shift()) if (members.has(next)) return next;
    chosen = chooseCrowd(members, { addressOf, max: Math.max(1, Math.floor(max * SHARE_OF_LOOK)) });
    return chosen.shift();
  }

  return {
    put(place, standing) {
      byStanding[place.standing].delete(place);
      place.standing = standing;
      if (standing === 'unfinished') place.unfinishedSince = clock.now().getTime();
      byStanding[standing].add(place);
    },
    remove: (place) => {
      byStanding[place.standing].delete(place);
    },
    chooseNext: () =>
      leastSent(byStanding.unfinished, clock.now().getTime() - ARRIVAL_MS) ??
      oldest(byStanding.idle) ??
      leastSent(byStanding.unfinished, Number.POSITIVE_INFINITY) ??
      nextOfCrowd('answering') ??
      nextOfCrowd('verified'),
  };
}

function oldest(places: Set<Place>): Place | undefined {
  return places.values().next().value;
}

function leastSent(places: Set<Place>, until: number): Place | undefined {
  let least: Place | undefined;
  let compared = 0;
  for (const place of places) {
    if (place.unfinishedSince > until) break;
    if (least === undefined || place.socket.bytesRead < least.socket.bytesRead) least = place;
    compared += 1;
    if (compared === MAX_COMPARED) break;
  }
  return least;
}
