type Work = (leave: () => void) => void;
type Lane = {
  /**
   * Begins `work` when it is its turn and no more calls come; `leave` lets the next one in. `yieldsMs`: others go first
   * for so long.
   */
  enter(work: Work, options: { yieldsMs: number }): void;
  /** A call has come, of any kind: what begins next waits for those that come with it. */
  note(): void;
};

/** So many turns of the event loop without a call, each some microseconds long where there is nothing to do. */
const QUIET_TURNS = 4;
const MAX_TURNS = 16;

const lanes = new WeakMap<object, Lane>();

/**
 * The lane of a pool: of the statements that groups of calls make one runs at a time. A statement for many rows costs little more
 * than one for few, and each kind of call on a message's path has its own: were all of them sent as soon as something waits, they
 * would slow each other and find half as much to do.
 */
export function laneOf(pool: object): Lane {
  const known = lanes.get(pool);
  if (known) return known;
  const made = createLane();
  lanes.set(pool, made);
  return made;
}

function createLane(): Lane {
  const waiting: Work[] = [];
  const yielding: { work: Work; until: number }[] = [];
  let isTaken = false;
  let calls = 0;

  function begin(work: Work): void {
    let hasLeft = false;
    work(() => {
      if (hasLeft) return;
      hasLeft = true;
      isTaken = false;
      next();
    });
  }

  /** What has arrived is handled first: of customers who write at the same time, nearly all go along then. */
  function beginWhenQuiet(work: Work): void {
    let known = calls;
    let quiet = 0;
    let turns = 0;
    const turn = () => {
      turns += 1;
      quiet = calls === known ? quiet + 1 : 0;
      known = calls;
      if (quiet === QUIET_TURNS || turns === MAX_TURNS) begin(work);
      else setImmediate(turn);
    };
    setImmediate(turn);
  }

  function takeNext(): Work | undefined {
    const [first] = yielding;
    const isDue = first && (waiting.length === 0 || performance.now() >= first.until);
    return isDue ? yielding.shift()?.work : waiting.shift();
  }

  function next(): void {
    const work = isTaken ? undefined : takeNext();
    if (!work) return;
    isTaken = true;
    beginWhenQuiet(work);
  }

  return {
    enter(work, { yieldsMs }) {
      if (yieldsMs > 0) yielding.push({ work, until: performance.now() + yieldsMs });
      else waiting.push(work);
      next();
    },
    note() {
      calls += 1;
    },
  };
}
