import type { Channel, ChannelSettings } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBaseChoice } from '../../../connect-forms/use-base-choice.ts';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { showRefusal } from '../../../platform/forms/field-faults.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useKeptForm } from '../../../platform/forms/use-kept-form.ts';
import { usePairForm } from '../../../platform/forms/use-pair-form.ts';
import { knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useUpdateChannel } from '../api/use-update-channel.ts';

export type RoleValues = Pick<ChannelSettings, 'name' | 'role' | 'behavior' | 'greeting' | 'task'>;

function readRole({ name, role, behavior, greeting, task }: Channel): RoleValues {
  return { name, role, behavior, greeting, task };
}

const roleRules = {
  name: all(rules.required, rules.maxLength(limits.nameText)),
  role: rules.maxLength(limits.instructionText),
  behavior: rules.maxLength(limits.instructionText),
  greeting: rules.maxLength(limits.messageText),
  task: rules.maxLength(limits.instructionText),
};

/** The form of the wizard's assistant: its words, its base, and the first pair of a base without any. All of it is kept. */
export function useRoleForm(channel: Channel, onSaved: () => void) {
  const role = useKeptForm<RoleValues>({
    draft: `wizard.${channel.id}`,
    saved: readRole(channel),
    validate: roleRules,
  });
  const pair = usePairForm({ draft: `wizard.${channel.id}.pair`, question: '', answer: '', phrasings: '' });
  const base = useBaseChoice(channel.knowledgeBaseId);
  const bases = useQuery(knowledgeBasesQuery).data ?? [];
  const canTeach = useCan('manage_kb_qa');
  const chosen = bases.find(({ id }) => id === base.field.value);
  const isEmptyBase = canTeach && base.field.value !== '' && (chosen?.pairs ?? 0) === 0;
  const isPairTyped = isEmptyBase && pair.isChanged;
  const [isBusy, setIsBusy] = useState(false);
  const update = useUpdateChannel(channel);
  const save = async () => {
    if (role.form.validate().hasErrors || (isPairTyped && pair.form.validate().hasErrors)) return;
    setIsBusy(true);
    try {
      const knowledgeBaseId = await base.settle();
      if (isPairTyped && knowledgeBaseId !== null) {
        const { question, answer } = pair.form.getValues();
        await api.learning.createPair({ kbId: knowledgeBaseId, question, answer });
        // Saved: who has to save the rest again adds it no second time.
        pair.discard();
        await queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
      }
      const sent = role.changes;
      const change = { ...sent, ...(knowledgeBaseId !== channel.knowledgeBaseId && { knowledgeBaseId }) };
      if (Object.keys(change).length > 0) role.settle(readRole(await update.mutateAsync(change)), sent);
      onSaved();
    } catch (error) {
      showRefusal(error, { form: role.form, sent: role.changes });
    } finally {
      setIsBusy(false);
    }
  };
  return { role, pair, base, isEmptyBase, isBusy: isBusy || base.isBusy, save };
}
