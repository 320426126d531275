import { Progress } from '@mantine/core';
import classes from './usage-bar.module.css';

const DRAWN_FROM = 0.8;
const NEARLY_FULL_FROM = 0.95;

export type UsageBarProps = {
  used: number;
  max: number;
  label: string;
  warning?: string;
  /** Also far from the limit. */
  isAlwaysDrawn?: boolean;
};

/** How much of a limit is used: quiet words, a bar when the limit comes near, a warning shortly before it. */
export function UsageBar({ used, max, label, warning, isAlwaysDrawn = false }: UsageBarProps) {
  const share = max > 0 ? used / max : 1;
  const isNearlyFull = share >= NEARLY_FULL_FROM;
  return (
    <div className={classes.usage}>
      <span>{label}</span>
      {(isAlwaysDrawn || share >= DRAWN_FROM) && (
        <Progress.Root size="sm">
          <Progress.Section value={Math.min(share, 1) * 100} color={colorOf(share)} aria-label={label} />
        </Progress.Root>
      )}
      {isNearlyFull && warning !== undefined && (
        <span className={classes.warning} role="status">
          {warning}
        </span>
      )}
    </div>
  );
}

function colorOf(share: number): string | undefined {
  if (share >= NEARLY_FULL_FROM) return 'red';
  return share >= DRAWN_FROM ? 'amber' : undefined;
}
