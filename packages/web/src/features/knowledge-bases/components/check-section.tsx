import { Stack } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { AnswerBoldness, FindingsPanel } from '../checks/checks-on-demand.ts';
import { TryQuestion } from './try-question.tsx';

/** How the assistant answers from this base: a question to try, and below it the settings of its answers. */
export function CheckSection({ base }: { base: KnowledgeBase }) {
  return (
    <Stack gap={16}>
      <TryQuestion base={base} />
      <FindingsPanel base={base} />
      <AnswerBoldness base={base} />
    </Stack>
  );
}
