import createClient from 'openapi-fetch';
import { describe, expect, inject, it } from 'vitest';
import type { paths } from '../../openapi/client.d.ts';

describe('a client generated from openapi.json', () => {
  const origin = inject('origin');

  it('would call the service that its document came from', async () => {
    const answer = await fetch(`${origin}/openapi.json`, { headers: { host: 'evil.example.com' } });
    expect(await answer.json()).toMatchObject({ servers: [{ url: origin }] });
  });

  it('can call all event and budget endpoints', async () => {
    const client = createClient<paths>({ baseUrl: origin });
    const ada = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'client@example.com',
      password: 'correct horse',
    };
    const signup = await client.POST('/auth/signup', { body: ada });
    expect(signup.data?.message).toBe('Account registered successfully');
    client.use({
      onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${signup.data?.token}`),
    });
    const event = { name: 'Summer party', event_date: '2027-07-04' };
    const { response } = await client.POST('/events/create', { body: { ...event, description: '' } });
    const id = Number(response.headers.get('location')?.replace('/events/view/', ''));
    const path = { event_id: id };
    const band = await client.POST('/events/{event_id}/budgets/create', {
      params: { path },
      body: { name: 'Band', amount: 800, category: '', spent: 0 },
    });
    expect(band.data?.data).toMatchObject({ name: 'Band', amount: 800, spent: 0 });
    const budgets = await client.GET('/events/{event_id}/budgets', { params: { path } });
    expect(budgets.data?.summary.remaining).toBe(800);
    const include: ('version' | 'times')[] = ['version', 'times'];
    // As the document says, and as the client does without being told: a parameter for each name.
    for (const explode of [false, true]) {
      const querySerializer = { array: { style: 'form', explode } } as const;
      const listed = await client.GET('/events', { params: { query: { include } }, querySerializer });
      expect(listed.data?.data).toMatchObject([{ version: 2, created_at: expect.any(String) }]);
    }
    const view = await client.GET('/events/view/{id}', { params: { path: { id } } });
    expect(view.data?.data).toMatchObject({ ...event, id, total_amount: 800, budgets_count: 1 });
    const missing = await client.GET('/events/view/{id}', { params: { path: { id: 1 } } });
    expect(missing.error?.message).toBe('Event not found');
    expect((await client.POST('/events/delete/{id}', { params: { path: { id } } })).response.status).toBe(
      200,
    );
    expect((await client.GET('/health')).data?.version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
