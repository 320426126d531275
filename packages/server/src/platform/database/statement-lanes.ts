/** Of the statements that groups of calls make, so many of one pool run at the same time. */
const MAX_UNDER_WAY = 2;

type Lanes = {
  /** Begins `work` when it is its turn, not before all that has arrived by now is handled; `leave` lets the next one in. */
  enter(work: (leave: () => void) => void): void;
};

const lanes = new WeakMap<object, Lanes>();

/**
 * The lanes of a pool. A statement for many rows costs little more than one for few, and each kind of call on a message's
 * path has its own: were all of them sent as soon as something waits, they would slow each other and find half as much to do.
 */
export function lanesOf(pool: object): Lanes {
  const known = lanes.get(pool);
  if (known) return known;
  const made = createLanes();
  lanes.set(pool, made);
  return made;
}

function createLanes(): Lanes {
  const waiting: ((leave: () => void) => void)[] = [];
  let underWay = 0;

  function begin(work: (leave: () => void) => void): void {
    let hasLeft = false;
    work(() => {
      if (hasLeft) return;
      hasLeft = true;
      underWay -= 1;
      next();
    });
  }

  function next(): void {
    if (underWay === MAX_UNDER_WAY) return;
    const work = waiting.shift();
    if (!work) return;
    underWay += 1;
    setImmediate(begin, work);
  }

  return {
    enter(work) {
      waiting.push(work);
      next();
    },
  };
}
