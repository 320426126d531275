/** Far beyond what any field takes: what is searched once costs some milliseconds here, what begins anew at every sign a second. */
const LENGTH = 60_000;
const MAX_CPU_MS = 150;
const TRIES = 2;

/** Does its work on a text of a stranger. */
type Reader = (text: string) => unknown;

/** Time of this thread's own work: what else the machine does is not in it. */
function measureCpu(read: Reader, text: string): number {
  const before = process.threadCpuUsage();
  read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const isCostly = (read: Reader, text: string) =>
  Array.from({ length: TRIES }).every(() => measureCpu(read, text) > MAX_CPU_MS);

/** The beginning of the first of `attacks` (texts of a length) that costs more than its length explains. */
export function findAttack(read: Reader, attacks: (length: number) => string[]): string | undefined {
  return attacks(LENGTH)
    .find((text) => isCostly(read, text))
    ?.slice(0, 40);
}
