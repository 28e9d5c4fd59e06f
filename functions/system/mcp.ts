import * as z from 'zod/mini';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { type Tool, waiting, withTools } from '../../lib/mcp/call-tool.ts';
import { answer, type Message, readMessage } from '../../lib/mcp/protocol.ts';
import { unionOf } from '../../lib/permissions.ts';
import { handler as budgetsDelete } from '../budgets/delete.ts';
import { handler as budgetsImport } from '../budgets/import.ts';
import { handler as budgetsList } from '../budgets/list.ts';
import { handler as eventsList } from '../events/list.ts';
import { handler as eventsUpdate } from '../events/update.ts';
import { handler as eventsView } from '../events/view.ts';
import { handler as historyList } from '../history/list.ts';
import { handler as historyUndo } from '../history/undo.ts';
import { handler as paymentsCreate } from '../payments/create.ts';
import { handler as paymentsList } from '../payments/list.ts';
import { handler as paymentsUpdate } from '../payments/update.ts';
import { handler as summaryView } from '../summary/view.ts';

/** By name, as openapi/tools.ts describes them. */
export const tools: Record<string, Tool> = {
  list_events: { handler: eventsList },
  get_event: { handler: eventsView },
  list_budgets: { handler: budgetsList },
  list_payments: { handler: paymentsList },
  get_summary: { handler: summaryView },
  list_history: { handler: historyList },
  update_event: { handler: eventsUpdate, isVersioned: true },
  add_budgets: {
    handler: budgetsImport,
    isVersioned: true,
    // With an id, an entry would change a budget.
    bodyOf: ({ budgets }) => ({ budgets: [budgets].flat().map((each) => ({ ...Object(each), id: null })) }),
  },
  update_budget: {
    handler: budgetsImport,
    isVersioned: true,
    // Without an id, an entry would add a budget.
    bodyOf: ({ budget_id, ...changes }) => ({ budgets: [{ ...changes, id: budget_id ?? 0 }] }),
  },
  delete_budget: { handler: budgetsDelete },
  create_payment: { handler: paymentsCreate },
  update_payment: { handler: paymentsUpdate },
  undo: { handler: historyUndo.through(waiting), isVersioned: true },
};

const protocol = endpoint({
  summary: 'Let assistants use tools, by the Model Context Protocol',
  method: 'POST',
  route: '/mcp',
  permissions: unionOf(Object.values(tools).flatMap(({ handler }) => handler.contract.permissions)),
  load: 'heavy',
  throttle: 'expensive',
  usesServiceUrl: true,
  authentication: sessionOrToken('read', 'write'),
  input: { body: z.custom<Message>() },
  bodies: { maxBytes: 65_536, examples: {}, read: (request) => ({ value: readMessage(request) }) },
  errors: [],
  messages: { failure: 'Message failed' },
  handle: async ({ body }, { access }) => ({ response: answer(body, access) }),
});

export const handler = Object.assign(withTools(protocol, tools), { contract: protocol.contract });
