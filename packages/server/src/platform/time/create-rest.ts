import { giveWay } from './give-way.ts';

export type Pause = () => Promise<unknown>;

/** Long work in slices: whoever does it tells how much was done, and after so much all others get their turn. */
export function createRest(perSlice: number, pause: Pause = giveWay): (work: number) => Promise<void> {
  let done = 0;
  return async (work) => {
    done += work;
    if (done < perSlice) return;
    done = 0;
    await pause();
  };
}
