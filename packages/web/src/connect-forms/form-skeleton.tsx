import { Skeleton } from '@mantine/core';

/** Holds the place of a form that is being loaded. */
export function FormSkeleton() {
  return <Skeleton h={160} />;
}
