import * as z from 'zod/mini';
import { problem, tooLong } from '../problem.ts';
import { etagOf, etagOfContent, isWeak, opaque, TAG_LIST, tagsIn } from './etag.ts';

const MAX_TAGS = 20;

/** The versions that a list of entity tags names; `undefined` for `*`, which matches any. */
const versionsIn = (list: string) =>
  list === '*'
    ? undefined
    : tagsIn(list).map((tag) => {
        const version = versionOf(opaque(tag));
        return isWeak(tag) ? { weak: version } : version;
      });

/** The version of a strong entity tag; -1, which nothing has, for one that isn't a version's. */
const versionOf = (tag: string): number => Number(/^"(0|[1-9][0-9]{0,14})"$/.exec(tag)?.[1] ?? -1);

export const ifMatch = z.object({
  'if-match': z.optional(
    z.pipe(
      z.string().check(
        z.trim(),
        z.regex(TAG_LIST, {
          error: problem('invalid', 'must be * or a comma-separated list of entity tags, such as "3"'),
          abort: true,
        }),
        z.refine((list) => tagsIn(list).length <= MAX_TAGS, { error: tooLong(MAX_TAGS, 'entity tags') }),
        z.meta({
          description: `\`ETag\` of the version that you read, or up to ${MAX_TAGS} of them. If none is the current one, the response is 412 and nothing is changed`,
        }),
      ),
      z.transform(versionsIn),
    ),
  ),
});

export const ETAG = 'Changes whenever the content of this response changes';

export const createResult = <Created extends { location: string; version: number }>({
  location,
  version,
  ...rest
}: Created) => ({ ...rest, headers: { location, etag: etagOf(version) } });

export const viewResult = <Body>({ version }: { version: number }, body: Body) => ({
  headers: { etag: etagOf(version) },
  body,
});

/** For a read of what no version counts, such as a list of events. Its tag is that of what it shows. */
export const listResult = <Body extends object>(body: Body) => ({
  headers: { etag: etagOfContent(JSON.stringify(body)) },
  body,
});

/** For a file that follows from a state, and is made only if the client doesn't have it. */
export const fileResult = ({ state, text }: { state: unknown; text: () => Promise<string> }) => ({
  headers: { etag: etagOfContent(JSON.stringify(state)), 'cache-control': 'private, no-cache' },
  text,
});

export const updateResult = <Updated extends { version: number }>({ version, ...rest }: Updated) => ({
  ...rest,
  headers: { etag: etagOf(version) },
});
