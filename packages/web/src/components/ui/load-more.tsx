import { Center, Loader, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../platform/texts/texts.ts';
import { LoadError } from './load-error.tsx';

export type LoadMoreProps = {
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  onLoad: () => void;
  /** Said when all is loaded; nothing for short lists. */
  endText: string | null;
};

/** End of a paged list: loads the next page when it comes into view, then says that this is the end. */
export function LoadMore({ hasMore, isLoading, error, onLoad, endText }: LoadMoreProps) {
  const { t } = useTexts();
  const mark = useRef<HTMLDivElement>(null);
  const isReady = hasMore && !isLoading && !error;
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    const element = mark.current;
    if (element === null || !isReady) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isReady]);
  if (error) return <LoadError error={error} onRetry={onLoad} />;
  // A list that is short and whole ends as its card does.
  if (!hasMore && endText === null) return null;
  return (
    <Center ref={mark} p={12} mih={20}>
      {hasMore && <Loader size="sm" color="secondary" role="status" aria-label={t('shell.loading')} />}
      {!hasMore && endText !== null && (
        <Text size="xs" c="dimmed">
          {endText}
        </Text>
      )}
    </Center>
  );
}
