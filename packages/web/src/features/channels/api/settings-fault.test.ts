import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { toSettingsFault } from './settings-fault.ts';

const failed = new ApiError({ code: 'internal', status: 500 });

it('a failure without words says what did not happen', () => {
  expect(toSettingsFault(failed, 'channels.settings_not_loaded')).toMatchObject({
    code: 'channels.settings_not_loaded',
    status: 500,
  });
  expect(toSettingsFault(failed, 'channels.settings_not_saved')).toMatchObject({ code: 'channels.settings_not_saved' });
});

it('what has words of its own keeps them', () => {
  const refused = new ApiError({ code: 'request.invalid', status: 400, details: { name: 'required' } });
  for (const error of [refused, new ApiError({ code: 'unreachable', status: 0 }), new Error('other')])
    expect(toSettingsFault(error, 'channels.settings_not_saved')).toBe(error);
});
