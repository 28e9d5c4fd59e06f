import createClient from 'openapi-fetch';
import { describe, expect, inject, it } from 'vitest';
import type { paths } from '../../openapi/client.d.ts';

describe('a client generated from openapi.json', () => {
  const origin = inject('origin');

  it('would call the service that its document came from', async () => {
    const answer = await fetch(`${origin}/openapi.json`, { headers: { host: 'evil.example.com' } });
    expect(await answer.json()).toMatchObject({ servers: [{ url: origin }] });
  });

  it('sends lists in a query, and says which version it calls', async () => {
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
    await client.POST('/events/create', { body: { ...event, description: '' } });
    const include: ('version' | 'times')[] = ['version', 'times'];
    // As the document says, and as the client does without being told: a parameter for each name.
    for (const explode of [false, true]) {
      const querySerializer = { array: { style: 'form', explode } } as const;
      const listed = await client.GET('/events', { params: { query: { include } }, querySerializer });
      expect(listed.data?.data).toMatchObject([{ ...event, version: 1, created_at: expect.any(String) }]);
    }
    expect((await client.GET('/health')).data?.version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
