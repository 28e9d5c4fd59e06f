import * as z from 'zod';

export const eventId = z.coerce.number().int().positive();

/** Any of these fields, but at least one. */
export const eventChanges = z
  .object({
    name: z.string().trim().min(1).max(255),
    description: z.string().max(2_000),
    event_date: z.iso.date(),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0);
