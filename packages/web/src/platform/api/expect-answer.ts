import { ApiError } from './api-error.ts';

/** Refuses an answer of the wrong shape: a list that is not a list, a message without id (specification, section 5). */
export function expectAnswer<Answer>(answer: Answer, isRight: (answer: Answer) => boolean): Answer {
  if (typeof answer === 'object' && answer !== null && isRight(answer)) return answer;
  throw new ApiError({ code: 'wrong_response_from_server', status: 200 });
}
