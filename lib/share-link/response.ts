import * as z from 'zod/mini';
import { readServiceUrl } from '../config/service.ts';
import { shareLinkResponse, toShareLinkResponse } from '../events/share-link-response.ts';
import type { CreatedLink } from './create-share-link.ts';

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
