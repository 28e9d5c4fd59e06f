import { linkItem } from '../lib/auth/share-token.ts';
import { runAuthorized } from '../lib/aws/call.ts';
import { Delete } from '../lib/dynamodb/changes.ts';
import { getItem } from '../lib/dynamodb/items.ts';
import { linkKey } from '../lib/dynamodb/keys.ts';
import { send } from '../lib/dynamodb/send.ts';
import { isRejection } from '../lib/errors.ts';
import { changeEventAs } from '../lib/plan/change-event.ts';
import { withoutLink } from '../lib/plan/event.ts';
import { getFound } from '../lib/plan/repository.ts';
import { stop, stopAt, useStage } from './stage.ts';

/** Ends a share link, and takes it out of its event. Returns whether it was there. */
export const endLink = (id: string): Promise<boolean> =>
  runAuthorized(async () => {
    const item = await getItem(linkKey(id));
    if (!item) return false;
    const { owner_id: ownerId, event_id: eventId } = linkItem.parse(item);
    await changeEventAs(
      { author: undefined, find: () => getFound({ ownerId, eventId }) },
      {
        decide: (event) => (event.share_link?.id === id ? withoutLink(event) : event),
        reply: () => undefined,
      },
    ).catch((error) => {
      if (!isRejection(error, 'not_found')) throw error;
    });
    // Without its event, as after a restore, it is still there.
    await send(new Delete(linkKey(id)));
    return true;
  });

if (import.meta.main) {
  const { stage, others } = useStage('npm run end-link -- --stage prod 9f86d081884c7d65');
  const [id = ''] = others;
  if (!/^[0-9a-f]{16}$/.test(id)) stop('Give the id of the link: the 16 characters after ebs_ in its token');
  console.log(
    (await endLink(id).catch(stopAt)) ? `The link is ended in ${stage}.` : `${stage} has no such link.`,
  );
}
