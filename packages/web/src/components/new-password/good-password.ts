import type { PasswordVerdict } from '@otvet/contract/passwords';
import { limits } from '@otvet/contract/values';
import { queryClient } from '../../platform/api/query-client.ts';
import { all, rules } from '../../platform/forms/rules.ts';
import { translate } from '../../platform/texts/texts.ts';
import type { Ask } from './load-judge.ts';
import { judgeQuery } from './use-verdict.ts';

const check = all(rules.required, rules.minLength(limits.passwordMin), rules.maxLength(limits.passwordMax));

/** The rule of a form for a new password. Where the judge has not come the server alone decides. */
export function goodPassword<Values>(ownerOf: (values: Values) => Omit<Ask, 'password'>) {
  return async (password: string, values: Values): Promise<string | null> => {
    const complaint = check(password, {});
    if (complaint !== null) return complaint;
    const verdict = await queryClient.getQueryData(judgeQuery.queryKey)?.({ password, ...ownerOf(values) });
    return verdict?.strength === 'weak' ? weaknessText(verdict) : null;
  };
}

/** What is wrong with a weak password, and what would be better. */
export function weaknessText({ warning = 'guessable', advice: [advice] }: PasswordVerdict): string {
  const told = translate(`auth.strength.warning.${warning}`);
  return advice === undefined ? told : `${told} ${translate(`auth.strength.advice.${advice}`)}`;
}
