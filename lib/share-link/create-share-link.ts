import * as z from 'zod/mini';
import type { Client } from '../accounts/network.ts';
import { activeSession, type SessionReference } from '../auth/session.ts';
import { newShareToken } from '../auth/share-token.ts';
import { knownClient } from '../auth/user-agent.ts';
import { readServiceUrl } from '../config/service.ts';
import { endOf, lastDayFault, requiredDay } from '../day.ts';
import { Rejection } from '../errors.ts';
import { shareLinkResponse, toShareLinkResponse } from '../events/share-link-response.ts';
import { queueNotice } from '../mail/queue.ts';
import type { EventCaller } from '../plan/access.ts';
import { changeEvent } from '../plan/change-event.ts';
import { type ShareLink, shows } from '../plan/head.ts';
import { problem } from '../problem.ts';
import { flag } from '../schema.ts';

/** Maximum validity of a share link: a year, even a leap year. */
const MAX_DAYS = 366;

const givenShows = z.enum(shows.options, { error: problem('invalid', 'must be budgets or categories') });

export const shareLinkInput = z
  .object({
    expires_on: requiredDay.check(
      ({ value, issues }) => {
        const message = lastDayFault(value, MAX_DAYS);
        if (message !== undefined) issues.push({ code: 'custom', input: value, message });
      },
      z.meta({
        description: `The link works to the end of this day (UTC): today, or one of the next ${MAX_DAYS} days`,
      }),
    ),
    shows: z._default(givenShows, 'budgets').check(
      z.meta({
        description:
          '`budgets` shows each budget, income too. `categories` shows only the sums of expenses by category',
      }),
    ),
    show_owner: z._default(flag, false).check(z.meta({ description: '`true` also shows your name' })),
  })
  .check(z.meta({ id: 'ShareLinkInput', examples: [{ expires_on: '2027-06-30', shows: 'budgets' }] }));

interface CreatedLink {
  /** Its token, which is nowhere else. */
  text: string;
  link: ShareLink;
}

/** Creates the share link of the caller's event, and ends the one that it had. Throws a `Rejection`. */
export async function createShareLink(
  caller: EventCaller & SessionReference,
  eventId: number,
  { expires_on, shows, show_owner }: z.output<typeof shareLinkInput>,
  { userAgent }: Client,
): Promise<CreatedLink> {
  // A single read tells that the session is active and which credentials version the account has, so no link begins after both
  // have ended.
  const session = await activeSession(caller);
  if (!session) throw new Rejection('unauthorized');
  const { text, id, hash } = newShareToken();
  const shown = { shows, show_owner: show_owner ? id : undefined };
  const link = { id, hash, ...shown, end: endOf(expires_on), links_epoch: session.credentialsVersion };
  await changeEvent(caller, eventId, {
    decide: (event) => ({ ...event, share_link: link }),
    reply: () => undefined,
  });
  await queueNotice({
    kind: 'share_link_created',
    account_id: caller.accountId,
    expires_on,
    client: knownClient(userAgent),
  });
  return { text, link };
}

const TOKEN = 'ebs_9f86d081884c7d65...';

export const createdLinkResponse = z
  .object({
    url: z.url().check(
      z.meta({
        description:
          'Of a page that shows the event. No other response has it. Whoever has it sees the event',
      }),
    ),
    token: z.string().check(
      z.meta({
        description: 'For `GET /shared-event`, if you have a page of your own. No other response has it',
      }),
    ),
    ...shareLinkResponse.shape,
  })
  .check(
    z.meta({
      id: 'CreatedShareLink',
      examples: [
        {
          url: `https://events.example.com/shared#token=${TOKEN}`,
          token: TOKEN,
          expires_on: '2027-06-30',
          shows: 'budgets',
        },
      ],
    }),
  );

/** The token is in the fragment, which browsers send to nobody. */
export const toCreatedLinkResponse = ({ text, link }: CreatedLink) => ({
  url: `${readServiceUrl()}/shared#token=${text}`,
  token: text,
  ...toShareLinkResponse(link),
});
