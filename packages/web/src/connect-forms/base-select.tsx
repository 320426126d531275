import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { knowledgeBasesQuery } from '../platform/queries/knowledge-bases-query.ts';
import { useTexts } from '../platform/texts/texts.ts';

/** Choice of the knowledge base that a new channel answers from; `''` = none yet. */
export function BaseSelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTexts();
  const bases = useQuery(knowledgeBasesQuery).data ?? [];
  return (
    <NativeSelect
      label={t('channels.field.base')}
      description={t('channels.field.base_hint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('channels.field.base_none') },
        ...bases.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
