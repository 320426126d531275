/**
 * Words that only ask, in groups: the lists of what a question may leave aside are put together of them. Each list has more of its
 * own, since what says nothing beside an address («находитесь») may be all that is asked elsewhere.
 */
export const WHICH = 'какой какая какое какие каков какова';
export const THERE_IS = 'есть бывает бывают';
export const NEEDED = 'нужен нужна нужно нужны';
export const OBLIGED = 'обязателен обязательна обязательно обязательны требуется требуются';
export const GIVEN = 'имеется даете дадите дают offer provide';
export const TAKEN = 'принимаете принимают берете take accept';
export const TELL = 'подскажите скажите';

export const wordSet = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').split(/\s+/));
