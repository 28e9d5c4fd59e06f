import type { Budget } from '../events/budget.ts';
import type { EventAccess } from '../events/roles.ts';
import { getEvent } from '../events/whole-event.ts';

export async function getBudget(event: EventAccess, id: number): Promise<Budget | undefined> {
  const found = await getEvent(event);
  return found?.budgets.find((budget) => budget.id === id);
}
