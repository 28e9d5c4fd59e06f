import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import * as z from 'zod/mini';
import { asFunction } from './as-function.ts';
import { context, type GatewayRequest, gatewayRequest } from './gateway.ts';
import { endpoints, newAccessToken } from './service.ts';

const { handler, name } = endpoints.viewCalendar;

/** The token of a new calendar of a session's account. */
export const newCalendar = async (session: string, fields: Record<string, unknown> = {}): Promise<string> =>
  (await newAccessToken(session, { access: 'calendar', ...fields })).token;

/** Asks for a calendar like a program that subscribes to it. */
export async function askFor(
  token: string,
  { method = 'GET', query, ...request }: GatewayRequest = {},
): ReturnType<typeof handler> {
  const sent = gatewayRequest(method, { ...request, query: { token, ...query } });
  return asFunction(name, () => handler(sent, context()));
}

/** What a parser reads of an entry. */
export interface ReadEntry {
  uid: string;
  day: string;
  title: string;
  details: string | undefined;
}

const byUid = (one: ReadEntry, other: ReadEntry): number => (one.uid < other.uid ? -1 : 1);

const text = z.string();
const maybeText = z.nullish(z.string());

/** The entries as ical.js reads them, which takes what RFC 5545 says literally. */
export function readByIcalJs(file: string): ReadEntry[] {
  const component = new ICAL.Component(ICAL.parse(file));
  return component
    .getAllSubcomponents('vevent')
    .map((event) => {
      const propertyOf = (property: string) => event.getFirstPropertyValue(property);
      return {
        uid: text.parse(propertyOf('uid')),
        day: String(propertyOf('dtstart')),
        title: text.parse(propertyOf('summary')),
        details: maybeText.parse(propertyOf('description')) ?? undefined,
      };
    })
    .sort(byUid);
}

/** The day of a local time, which is what node-ical makes of a date. */
const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The entries as node-ical reads them. */
export function readByNodeIcal(file: string): ReadEntry[] {
  return Object.values(nodeIcal.sync.parseICS(file))
    .flatMap((component) => (component?.type === 'VEVENT' ? [component] : []))
    .map(({ uid, start, summary, description }) => ({
      uid,
      day: localDay(start),
      title: text.parse(summary),
      details: maybeText.parse(description) ?? undefined,
    }))
    .sort(byUid);
}

/** The lines of a file that say something, each with all its parts. */
export const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
