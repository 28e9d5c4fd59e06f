import * as z from 'zod/mini';

const tokenBody = z.object({ token: z.string() });
const line = z.object({ id: z.int(), amount: z.number() });
const lineBody = z.object({ data: line });
const linesBody = z.object({ data: z.array(line) });
const event = z.object({ id: z.int(), name: z.string(), total_amount: z.number() });
const eventsBody = z.object({ data: z.array(event), next_cursor: z.optional(z.string()) });

const password = 'party in the garden at seven';
let users = 0;

/** Simulates a user, and records every confirmed write. */
export class LoadUser {
  email = `load-${Date.now()}-${++users}@example.com`;
  token = '';
  /** @type {Map<string, { name: string, amounts: Map<number, number> }>} Events by id, with their amounts by id. */
  events = new Map();
  /** @type {Set<string>} Events with an unconfirmed write. */
  doubtful = new Set();
  doubtfulCreates = 0;

  /** @param {import('./measured.js').MeasuredService} service */
  constructor(service) {
    this.service = service;
  }

  async signUp() {
    const { email } = this;
    await this.#call('POST', '/auth/signup', { first_name: 'Ada', last_name: 'Lovelace', email, password });
    const body = await this.#call('POST', '/auth/login', { username: email, password });
    if (body) this.token = tokenBody.parse(body.body).token;
  }

  /** Creates an event with three budgets, updates it, reads it, and deletes every fourth one. @param {number} round */
  async play(round) {
    if (!this.token) return;
    const name = `Event ${round}`;
    const made = await this.#call('POST', '/events/create', { name, event_date: '2027-07-04' });
    if (!made) {
      this.doubtfulCreates += 1;
      return;
    }
    const id = made.location.replace('/events/view/', '');
    /** @type {Map<number, number>} */
    const amounts = new Map();
    this.events.set(id, { name, amounts });
    for (const amount of [800, 1250.5, 0.01]) {
      await this.#write(id, `/events/${id}/budgets/create`, { name: 'Band', amount }, (body) =>
        amounts.set(lineBody.parse(body).data.id, amount),
      );
    }
    const [first, second] = amounts.keys();
    await this.#write(id, `/events/${id}/budgets/update/${first}`, { amount: 900 }, () =>
      amounts.set(Number(first), 900),
    );
    await this.#write(id, `/events/${id}/budgets/delete/${second}`, {}, () => amounts.delete(Number(second)));
    const changed = `${name}, changed`;
    await this.#write(id, `/events/update/${id}`, { name: changed }, () =>
      this.events.set(id, { name: changed, amounts }),
    );
    await this.#call('GET', `/events/view/${id}`);
    await this.#call('GET', `/events/${id}/budgets`);
    await this.#call('GET', '/events');
    if (round % 4 === 3) await this.#write(id, `/events/delete/${id}`, {}, () => this.events.delete(id));
  }

  /** Compares the stored events with the recorded ones, and returns a message for each difference. */
  async check() {
    const stored = await this.#stored();
    const faults = [];
    for (const [id, { name, amounts }] of this.events) {
      if (this.doubtful.has(id)) continue;
      const found = stored.get(id);
      const lines = await this.#call('GET', `/events/${id}/budgets`);
      const foundAmounts = lines
        ? linesBody.parse(lines.body).data.map((each) => [each.id, each.amount])
        : [];
      const total = [...amounts.values()].reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
      const told = JSON.stringify([name, total, [...amounts]]);
      const is = JSON.stringify([found?.name, found?.total_amount, foundAmounts]);
      if (is !== told) faults.push(`Event ${id} of ${this.email} was answered to be ${told} and is ${is}.`);
    }
    const untold = [...stored.keys()].filter((id) => !this.events.has(id) && !this.doubtful.has(id));
    if (untold.length > this.doubtfulCreates)
      faults.push(`${this.email} has events nobody was told of: ${untold}.`);
    return faults;
  }

  async #stored() {
    /** @type {Map<string, { name: string, total_amount: number }>} */
    const stored = new Map();
    let cursor = '';
    do {
      const answer = await this.#call('GET', `/events${cursor && `?cursor=${cursor}`}`);
      const { data, next_cursor = '' } = answer ? eventsBody.parse(answer.body) : { data: [] };
      for (const { id, ...shown } of data) stored.set(String(id), shown);
      cursor = next_cursor;
    } while (cursor);
    return stored;
  }

  /**
   * Records a write when it is confirmed. Without a response it may or may not have been executed.
   * @param {string} id of the event
   * @param {string} path
   * @param {object} body
   * @param {(body: unknown) => void} note
   */
  async #write(id, path, body, note) {
    const answer = await this.#call('POST', path, body);
    if (answer) note(answer.body);
    else this.doubtful.add(id);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  #call(method, path, body) {
    return this.service.call(method, path, { token: this.token, ...(body && { body }) });
  }
}
