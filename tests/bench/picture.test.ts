import { expect, it } from 'vitest';
import { pictureOf } from '../../bench/picture.ts';

const bars = [
  { name: 'bare handler', ratio: 1 },
  { name: 'Hono', ratio: 1.6 },
  { name: 'this service', ratio: 0.8 },
];
const picture = pictureOf([
  { title: 'GET /events', measure: 'cold', bars },
  { title: 'GET /events', measure: 'warm', bars: [{ name: 'this service', ratio: 0.4 }] },
]);

it('bars are as long as their ratios, in all panels', () => {
  const widths = [...picture.matchAll(/class="bar[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
  const [one = 0] = widths;
  expect(widths.map((width) => Math.round((100 * width) / one) / 100)).toEqual([1, 1.6, 0.8, 0.4]);
});

it('a screen reader is told all ratios', () => {
  expect(picture).toContain('GET /events, cold: bare handler 1.00, Hono 1.60, this service 0.80.');
  expect(picture).toContain('GET /events, warm: this service 0.40.');
});
