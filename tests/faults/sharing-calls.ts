import type { Outcome } from '../support/call.ts';
import type { Kind } from './sharing-operations.ts';
import type { Act } from './sharing-rules.ts';

export interface Account {
  id: string;
  email: string;
  token: string;
  /** When its deletion was requested, and when it was confirmed. */
  leftFrom?: number;
  leftBy?: number;
}

/** Somebody who has one account after another. */
export interface Somebody {
  email: string;
  account: Account | undefined;
}

export interface Called extends Omit<Act, 'kind'> {
  kind: Kind;
  caller: string;
  eventId: number;
  start: number;
  end: number;
  answer: Pick<Outcome, 'status' | 'headers' | 'text' | 'body'>;
  /** How many of its requests or responses were disturbed, not only delayed. */
  faults: number;
}

export type Intent = Pick<Called, 'kind'> & Partial<Pick<Called, 'eventId' | 'id' | 'guest' | 'role'>>;
