import { expect, it } from 'vitest';
import { buildWidgetChannel } from './testing/memory-doors.ts';
import { toWidgetConfig } from './widget-config.ts';

const inRussian = { locale: 'ru' as const, questions: [] };
const configOf = (own: Parameters<typeof buildWidgetChannel>[0]) => toWidgetConfig(buildWidgetChannel(own), inRussian);

it('which fields are asked for', () => {
  expect(configOf({}).fields).toEqual({ names: [], isForced: false });
  expect(configOf({ widget: { skipAskingName: false } }).fields).toEqual({ names: ['name'], isForced: false });
  expect(configOf({ widget: { forceAskingName: true } }).fields).toEqual({ names: [], isForced: false });
  const asked = { useContactFields: true, requestedFields: ['email', 'phone', 'email'] } as const;
  expect(
    configOf({ widget: { ...asked, requestedFields: [...asked.requestedFields], forceAskingName: true } }).fields,
  ).toEqual({
    names: ['email', 'phone'],
    isForced: true,
  });
});

it('analytics only when switched on and with an id of the right form', () => {
  const widget = { isAnalitics: true, analyticsType: 'ga4', analyticsId: 'G-ABCD12' } as const;
  expect(configOf({ widget }).analytics).toEqual({ type: 'ga4', id: 'G-ABCD12' });
  expect(configOf({ widget: { ...widget, isAnalitics: false } }).analytics).toBeNull();
  expect(configOf({ widget: { ...widget, analyticsId: 'UA-1234-1' } }).analytics).toBeNull();
  expect(configOf({ widget: { ...widget, analyticsId: "G-'><script>" } }).analytics).toBeNull();
});

it('the logo is addressed by its channel, hidden links stay hidden, and no inner setting leaves', () => {
  const id = '01936f2a-8000-7a41-9d52-6c1f0a8b0001';
  const channel = buildWidgetChannel({
    settings: { role: 'SECRET', behavior: 'SECRET', task: 'SECRET' },
    widget: {
      customWidgetLogo: `/files/${id}`,
      socLinks: [{ network: 'site', value: 'https://shop.example' }],
      allowedOrigins: ['https://SECRET.example'],
    },
  });
  const config = toWidgetConfig(channel, inRussian);
  expect(config.logo).toBe(`/widget/${channel.id}/logo?v=${id}`);
  expect(config.socLinks).toEqual([]);
  expect(JSON.stringify(config)).not.toContain('SECRET');
  expect(configOf({ widget: { customWidgetLogo: 'https://evil.example/x.svg' } }).logo).toBeNull();
});

it.each([
  { greeting: '', aiLang: 'all', locale: 'ru', said: 'Здравствуйте! Чем помочь?' },
  { greeting: '  \n', aiLang: 'all', locale: 'en', said: 'Hello! How can I help?' },
  { greeting: '', aiLang: 'ru', locale: 'en', said: 'Здравствуйте! Чем помочь?' },
  { greeting: '', aiLang: 'de', locale: 'en', said: 'Hello! How can I help?' },
  { greeting: 'Добро пожаловать!', aiLang: 'all', locale: 'en', said: 'Добро пожаловать!' },
] as const)("greets a visitor: the channel's words «$greeting», else the default ones ($aiLang, $locale)", (row) => {
  const { greeting, aiLang, locale, said } = row;
  expect(
    toWidgetConfig(buildWidgetChannel({ settings: { greeting, aiLang } }), { locale, questions: [] }).greeting,
  ).toBe(said);
});

it('the corner and the line beside the button: the words of the settings, else those the visitor is greeted with', () => {
  const isOn = { widgetPosition: 'left', showTeaser: true } as const;
  expect(configOf({ widget: isOn })).toMatchObject({ position: 'left', teaser: 'Здравствуйте! Чем помочь?' });
  expect(configOf({ widget: { ...isOn, teaserText: 'Подскажем с выбором' } }).teaser).toBe('Подскажем с выбором');
  expect(configOf({ widget: { teaserText: 'Подскажем с выбором' } })).toMatchObject({ position: 'right', teaser: '' });
});

it('links have the names that are shown; what is no web address is left out', () => {
  const socLinks = [
    { network: 'telegram', value: 'https://t.me/dom_mebel' },
    { network: 'site', value: 'https://www.shop.example/sofas' },
    { network: 'vkontakte', value: 'javascript:alert(1)' },
  ] as const;
  expect(configOf({ widget: { showSocLinks: true, socLinks: [...socLinks] } }).socLinks).toEqual([
    { name: 'Telegram', value: 'https://t.me/dom_mebel' },
    { name: 'shop.example', value: 'https://www.shop.example/sofas' },
  ]);
});
