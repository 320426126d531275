type Work = (leave: () => void) => void;
type Lane = {
  /** Begins `work` when it is its turn; `leave` lets the next one in. `yieldsMs`: what enters within this time goes before it. */
  enter(work: Work, options: { yieldsMs: number }): void;
  /** A call has come, of any kind: what begins next waits for those that come with it. */
  note(): void;
};

/** So many turns of the event loop without a call, each some microseconds long where there is nothing to do. */
const QUIET_TURNS = 4;
/** However many calls come, and however long the turns are. */
const MAX_TURNS = 16;
const MAX_GATHER_MS = 2;

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
  const waiting: { work: Work; at: number }[] = [];
  const yielding: { work: Work; until: number }[] = [];
  let isTaken = false;
  let calls = 0;

  function takeNext(): Work | undefined {
    const [first] = yielding;
    const [other] = waiting;
    const isDue = first !== undefined && (other === undefined || first.until <= other.at);
    return (isDue ? yielding : waiting).shift()?.work;
  }

  function begin(): void {
    let hasLeft = false;
    takeNext()?.(() => {
      if (hasLeft) return;
      hasLeft = true;
      isTaken = false;
      next();
    });
  }

  /** What has arrived is handled first: of customers who write at the same time, nearly all go along then. */
  function beginWhenQuiet(): void {
    const until = performance.now() + MAX_GATHER_MS;
    let known = calls;
    let quiet = 0;
    let turns = 0;
    const turn = () => {
      turns += 1;
      quiet = calls === known ? quiet + 1 : 0;
      known = calls;
      if (quiet === QUIET_TURNS || turns === MAX_TURNS || performance.now() >= until) begin();
      else setImmediate(turn);
    };
    setImmediate(turn);
  }

  function next(): void {
    if (isTaken || waiting.length + yielding.length === 0) return;
    isTaken = true;
    beginWhenQuiet();
  }

  return {
    enter(work, { yieldsMs }) {
      const at = performance.now();
      if (yieldsMs > 0) yielding.push({ work, until: at + yieldsMs });
      else waiting.push({ work, at });
      next();
    },
    note() {
      calls += 1;
    },
  };
}
