import type { Handler } from '../../support/call.ts';
import type { GatewayRequest } from '../../support/gateway.ts';
import { catering, endpoints, party, person, type Tested } from '../../support/service.ts';
import type { Act, Kind } from '../models/event.ts';

type Subject = Omit<Act, 'kind'> & { eventId: number };

type Describe = (act: Subject) => Pick<GatewayRequest, 'path' | 'body'>;

const to =
  ({ handler, method }: Tested, describe: Describe = () => ({})) =>
  (act: Subject, token: string): [Handler, GatewayRequest] => [
    handler,
    { method, token: token || undefined, ...describe(act) },
  ];

const ofEvent = ({ eventId }: Subject) => ({ event_id: String(eventId) });
const ofTarget = (act: Subject) => ({ ...ofEvent(act), id: String(act.id) });
const event = ({ eventId }: Subject) => ({ path: { id: String(eventId) } });
const target = (act: Subject) => ({ path: ofTarget(act) });
const invitation = ({ id }: Subject) => ({ path: { id: String(id) } });
const amount = ({ cents }: Subject) => cents / 100;

/** The request of each kind of call. */
export const requests = {
  signup: to(endpoints.signup, ({ email }) => ({ body: person({ email }) })),
  deleteAccount: to(endpoints.deleteAccount, () => ({ body: { password: person().password } })),
  create: to(endpoints.create, ({ name }) => ({ body: party({ name }) })),
  rename: to(endpoints.update, (act) => ({ ...event(act), body: { name: act.name } })),
  deleteEvent: to(endpoints.delete, event),
  restore: to(endpoints.restore, event),
  deleteForGood: to(endpoints.deleteForGood, event),
  listTrash: to(endpoints.listTrash),
  view: to(endpoints.view, event),
  list: to(endpoints.list),
  createBudget: to(endpoints.createBudget, (act) => ({
    path: ofEvent(act),
    body: catering({ amount: amount(act) }),
  })),
  updateBudget: to(endpoints.updateBudget, (act) => ({ ...target(act), body: { amount: amount(act) } })),
  deleteBudget: to(endpoints.deleteBudget, target),
  listBudgets: to(endpoints.listBudgets, (act) => ({ path: ofEvent(act) })),
  listMembers: to(endpoints.listMembers, (act) => ({ path: ofEvent(act) })),
  invite: to(endpoints.inviteMember, (act) => ({
    path: ofEvent(act),
    body: { email: act.guest, role: act.role },
  })),
  setRole: to(endpoints.updateMember, (act) => ({ ...target(act), body: { role: act.role } })),
  remove: to(endpoints.removeMember, target),
  leave: to(endpoints.removeMember, target),
  listInvitations: to(endpoints.listInvitations),
  accept: to(endpoints.acceptInvitation, invitation),
  decline: to(endpoints.declineInvitation, invitation),
} satisfies Record<Exclude<Kind, 'erase'>, ReturnType<typeof to>>;
