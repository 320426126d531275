import { expect, it } from 'vitest';
import { changedFields, fittingFields, newerFields } from './changed-fields.ts';

const saved = {
  name: 'Чай',
  active: true,
  delay: 3,
  baseId: null,
  sites: ['https://shop.ru'],
  links: [{ value: 'x' }],
};

it('only fields with another value are changed, lists by what they hold', () => {
  expect(changedFields(saved, { ...saved, sites: ['https://shop.ru'], links: [{ value: 'x' }] })).toEqual({});
  expect(changedFields(saved, { ...saved, name: 'Кофе', links: [{ value: 'y' }] })).toEqual({
    name: 'Кофе',
    links: [{ value: 'y' }],
  });
});

it('of a draft that another build kept only what the form can hold is taken', () => {
  const kept = { name: 'Кофе', baseId: 'b1', active: 'yes', delay: null, sites: 'https://a.ru', links: [7], gone: 'x' };
  expect(fittingFields(saved, kept)).toEqual({ name: 'Кофе', baseId: 'b1' });
  expect(fittingFields(saved, { sites: ['https://a.ru'], links: [{ value: 'z' }], active: false, delay: 0 })).toEqual({
    sites: ['https://a.ru'],
    links: [{ value: 'z' }],
    active: false,
    delay: 0,
  });
  expect(fittingFields({ links: [] }, { links: [null] })).toEqual({});
});

it('risk: a draft says that what is saved was changed since it was begun, though nothing was', () => {
  const values = { name: 'Кофе' };
  expect(newerFields({ begun: saved, saved, values })).toEqual({});
  expect(newerFields({ begun: { ...saved, delay: 5 }, saved, values })).toEqual({});
  expect(newerFields({ begun: { ...saved, name: 'Вода' }, saved, values })).toEqual({ name: 'Чай' });
});
