import * as z from 'zod/mini';
import { day, lastDayBefore } from '../day.ts';
import { type ShareLink, shows, showsOwner } from '../plan/head.ts';
import { ifSet } from '../schema.ts';

export const shareLinkResponse = z
  .object({
    expires_on: day.check(z.meta({ description: 'The last day on which the link works (UTC)' })),
    shows: shows.check(
      z.meta({ description: 'Whether it shows each budget, or only the sums of each category' }),
    ),
    show_owner: ifSet(z.boolean(), '`true` if it shows the name of the owner'),
  })
  .check(
    z.meta({
      id: 'ShareLink',
      description: 'Only with `include=share_link`, and while the event has a link that works',
      examples: [{ expires_on: '2027-06-30', shows: 'budgets' }],
    }),
  );

export const toShareLinkResponse = (link: ShareLink) => ({
  expires_on: lastDayBefore(link.end),
  shows: link.shows,
  show_owner: showsOwner(link) || undefined,
});
