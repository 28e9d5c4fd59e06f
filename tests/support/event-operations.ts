import { endpoints, type Tested } from './service.ts';

/** The endpoint of every operation on an event. */
export const eventOperations = {
  eventsView: endpoints.view,
  eventsUpdate: endpoints.update,
  eventsDelete: endpoints.delete,
  eventsCopy: endpoints.copy,
  budgetsList: endpoints.listBudgets,
  budgetsView: endpoints.viewBudget,
  budgetsCreate: endpoints.createBudget,
  budgetsUpdate: endpoints.updateBudget,
  budgetsDelete: endpoints.deleteBudget,
  budgetsExport: endpoints.exportBudgets,
  budgetsImport: endpoints.importBudgets,
  paymentsCreate: endpoints.createPayment,
  paymentsUpdate: endpoints.updatePayment,
  paymentsDelete: endpoints.deletePayment,
  membersList: endpoints.listMembers,
  membersInvite: endpoints.inviteMember,
  membersUpdate: endpoints.updateMember,
  membersRemove: endpoints.removeMember,
} satisfies Record<string, Tested>;

/** Of what the id in an operation's path is. */
export const kindOf = (name: string) =>
  (['events', 'budgets', 'payments', 'members'] as const).find((kind) => name.startsWith(kind)) ?? 'events';
