import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { findSaid } from '../../../../components/source-place/find-said.ts';
import { splitFound } from '../../../../components/source-place/split-found.ts';
import { type SaidPart, splitSaid } from '../../../../components/source-place/split-said.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { cutParts } from './cut-parts.ts';
import classes from './opened-source.module.css';
import { type PassageRows, readRows } from './read-rows.ts';

/** The words of a passage where what is searched for stands out. */
export function FoundText({ text, search }: { text: string; search: string }) {
  return <PassageWords text={text} parts={splitFound(text, search)} />;
}

/** What of the passage was said stands out, for whoever came from the answer: no address holds its words. */
export function SaidText({ text }: { text: string }) {
  const words = useLocation({ select: ({ state }) => state.said ?? '' });
  const said = findSaid(text, words);
  // An answer that repeats nothing of the passage as it stands marks nothing.
  return <PassageWords text={text} parts={splitSaid(text, said === text ? words : said)} />;
}

function PassageWords({ text, parts }: { text: string; parts: SaidPart[] }) {
  const table = readRows(text);
  if (table === null)
    return (
      <p>
        <MarkedParts parts={parts} />
      </p>
    );
  return (
    <>
      {table.above.to > 0 && (
        <p>
          <MarkedParts parts={cutParts(parts, table.above)} />
        </p>
      )}
      <PassageTable table={table} parts={parts} />
    </>
  );
}

function PassageTable({ table: { names, rows }, parts }: { table: PassageRows; parts: SaidPart[] }) {
  return (
    <TableRoom>
      <table className={classes.table}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.find((cell) => cell !== null)?.from}>
              {row.map((cell, at) => (
                <td key={names[at]}>{cell !== null && <MarkedParts parts={cutParts(parts, cell)} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableRoom>
  );
}

/** What a table is moved in sideways where it is wider; by keys too. */
function TableRoom({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const room = ref.current;
    if (room === null) return;
    const observer = new ResizeObserver(() => setIsWide(room.scrollWidth > room.clientWidth));
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={ref}
      className={classes.tableRoom}
      {...(isWide ? { tabIndex: 0, role: 'group', 'aria-label': t('sources.opened.wide_table') } : {})}
    >
      {children}
    </div>
  );
}

function MarkedParts({ parts }: { parts: SaidPart[] }) {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.isSaid ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
