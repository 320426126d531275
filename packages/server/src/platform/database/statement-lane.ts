type Lane = {
  /** Begins `work` when it is its turn, not before all that has arrived by now is handled; `leave` lets the next one in. */
  enter(work: (leave: () => void) => void): void;
};

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
  const waiting: ((leave: () => void) => void)[] = [];
  let isTaken = false;

  function begin(work: (leave: () => void) => void): void {
    let hasLeft = false;
    work(() => {
      if (hasLeft) return;
      hasLeft = true;
      isTaken = false;
      next();
    });
  }

  function next(): void {
    if (isTaken) return;
    const work = waiting.shift();
    if (!work) return;
    isTaken = true;
    setImmediate(begin, work);
  }

  return {
    enter(work) {
      waiting.push(work);
      next();
    },
  };
}
