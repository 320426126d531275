import { initialChannelSettings } from '@otvet/contract';
import { expect, it } from 'vitest';
import { copiedFields, pickCopied } from './copied-settings.ts';

const source = {
  ...initialChannelSettings,
  name: 'Бот',
  role: 'консультант',
  greeting: 'Добрый день!',
  knowledgeBaseId: 'base',
  dialogDelay: 7,
  tokenTail: 'AAAA',
  options: { widgetColor: '#fff' },
};

it('takes the chosen parts and nothing else', () => {
  expect(pickCopied(source, ['greeting', 'base'])).toEqual({ greeting: 'Добрый день!', knowledgeBaseId: 'base' });
  expect(pickCopied(source, [])).toEqual({});
});

it('all parts together have neither the name, nor the switch, nor anything of the platform', () => {
  const all = pickCopied(source, ['words', 'greeting', 'base', 'answers']);
  expect(Object.keys(all).sort()).toEqual(Object.values(copiedFields).flat().sort());
  for (const own of ['name', 'active', 'tokenTail', 'options']) expect(all).not.toHaveProperty(own);
});
