import { Tabs } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Panel } from '../../../components/ui/screen.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { UnansweredPanel } from '../checks/checks-on-demand.ts';
import { unansweredQuery } from '../checks/unanswered-query.ts';
import { type BaseTab, baseTabs } from '../model/base-tabs.ts';
import { SourceSection } from '../sources/sources-on-demand.ts';
import classes from './base-sections.module.css';
import { CheckSection } from './check-section.tsx';
import { PairList } from './pair-list.tsx';

/** Answers, questions that lack one, sources and a try of all, each on its tab; the address remembers which. */
export function BaseSections({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const canEdit = useCan('manage_kb_qa');
  const shown = baseTabs.filter((one) => canEdit || one !== 'missing');
  // Once: it takes the database a while in a large base, and is asked anew by its tab alone.
  const { data: missing } = useQuery({
    ...unansweredQuery(base.id),
    enabled: ({ state }) => canEdit && state.data === undefined,
  });
  const { tab } = useSearch({ from: '/app/knowledge-bases/$id' });
  const counts: Partial<Record<BaseTab, number>> = { answers: base.pairs, sources: base.sources };
  if (base.findings > 0) counts.check = base.findings;
  if (missing && missing.count > 0) counts.missing = missing.count;
  // A phone has no room for all of them; a count that comes later makes them longer.
  const tabs = useRef<HTMLDivElement>(null);
  const widths = JSON.stringify([tab, counts]);
  useEffect(() => {
    if (widths !== '') showActive(tabs.current);
  }, [widths]);
  const choose = (value: string | null) => {
    const chosen = baseTabs.find((one) => one === value);
    const search = chosen === undefined || chosen === 'answers' ? {} : { tab: chosen };
    void navigate({ to: '/app/knowledge-bases/$id/', params: { id: base.id }, search });
  };
  return (
    <Tabs value={shown.find((one) => one === tab) ?? 'answers'} onChange={choose} keepMounted={false} color="yellow">
      <Tabs.List ref={tabs} mb={16} className={classes.tabs}>
        {shown.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`knowledge.tab.${one}`)}{' '}
            {counts[one] !== undefined && <span className={classes.count}>{counts[one]}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="answers">
        <Panel>
          <PairList kbId={base.id} />
        </Panel>
      </Tabs.Panel>
      {canEdit && (
        <Tabs.Panel value="missing">
          <UnansweredPanel base={base} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="sources">
        <SourceSection base={base} />
      </Tabs.Panel>
      <Tabs.Panel value="check">
        <CheckSection base={base} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Moves the row of tabs sideways; the screen stays where its reader has it. */
function showActive(row: HTMLDivElement | null): void {
  const active = row?.querySelector('[data-active]')?.getBoundingClientRect();
  if (!row || !active) return;
  const { left, right } = row.getBoundingClientRect();
  row.scrollLeft += Math.max(0, active.right - right) || Math.min(0, active.left - left);
}
