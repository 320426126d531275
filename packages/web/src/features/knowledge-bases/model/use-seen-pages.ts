import { useEffect, useRef, useState } from 'react';

const MARGIN = '600px';

/** Which pages of a list have a row in view, or near it. Each row names its pages as `data-pages`. */
export function useSeenPages() {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const rows = useRef(new Set<Element>());
  const note = () => {
    const pages = new Set([...rows.current].flatMap((row) => (row.isConnected ? pagesOf(row) : [])));
    setSeen((before) => (isSame(before, pages) ? before : pages));
  };
  const [observer] = useState(
    () =>
      new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) rows.current.add(target);
            else rows.current.delete(target);
          }
          note();
        },
        { rootMargin: MARGIN },
      ),
  );
  useEffect(() => {
    // A row that is observed already stays so, and may have moved to another page meanwhile.
    for (const row of list.current?.children ?? []) observer.observe(row);
    note();
  });
  useEffect(() => () => observer.disconnect(), [observer]);
  return { list, seen };
}

const pagesOf = (row: Element) => (row.getAttribute('data-pages') ?? '').split(' ').map(Number);

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((page) => other.has(page));
