import { createHash } from 'node:crypto';

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/;

export const tagsIn = (list: string): string[] => list.match(new RegExp(ENTITY_TAG, 'g')) ?? [];

/** A comma-separated list of entity tags, or `*`. */
export const TAG_LIST = new RegExp(`^(?:\\*|${ENTITY_TAG.source}(?:[ \\t]*,[ \\t]*${ENTITY_TAG.source})*)$`);

export const etagOf = (version: number): string => `"${version}"`;

export const etagOfContent = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Returns whether an `If-None-Match` names the tag, compared weakly. */
export const isNotModified = (list: string | undefined, etag: string | undefined): boolean =>
  list !== undefined &&
  etag !== undefined &&
  (list.trim() === '*' || tagsIn(list).some((tag) => opaque(tag) === opaque(etag)));

/** Returns whether a proxy that changes bodies, such as by compressing them, may have marked the entity tag. */
export const isWeak = (tag: string): boolean => tag.startsWith('W/');

export const opaque = (tag: string): string => tag.replace(/^W\//, '');
