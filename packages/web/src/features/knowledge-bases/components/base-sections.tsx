import { Tabs } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Panel } from '../../../components/ui/screen.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { type BaseTab, baseTabs } from '../model/base-tabs.ts';
import { SourceSection } from '../sources/sources-on-demand.ts';
import classes from './base-sections.module.css';
import { CheckSection } from './check-section.tsx';
import { PairList } from './pair-list.tsx';

/** Answers, sources and a try of both, each on its tab; the address remembers which. */
export function BaseSections({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/app/knowledge-bases/$id' });
  const counts: Partial<Record<BaseTab, number>> = { answers: base.pairs, sources: base.sources };
  if (base.findings > 0) counts.check = base.findings;
  const choose = (value: string | null) => {
    const chosen = baseTabs.find((one) => one === value);
    const search = chosen === undefined || chosen === 'answers' ? {} : { tab: chosen };
    void navigate({ to: '/app/knowledge-bases/$id/', params: { id: base.id }, search });
  };
  return (
    <Tabs value={tab ?? 'answers'} onChange={choose} keepMounted={false} color="yellow">
      <Tabs.List mb={16}>
        {baseTabs.map((one) => (
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
      <Tabs.Panel value="sources">
        <SourceSection base={base} />
      </Tabs.Panel>
      <Tabs.Panel value="check">
        <CheckSection base={base} />
      </Tabs.Panel>
    </Tabs>
  );
}
