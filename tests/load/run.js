import { styleText } from 'node:util';
import { MeasuredService } from './measured.js';
import { LoadUser } from './user.js';

const service = process.env['SERVICE'] ?? `http://localhost:${process.env['PORT'] || 3000}`;
if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(service).hostname)) {
  giveUp(`${service} is not on this machine. The load test only runs against this machine.`);
}
const users = wholeNumber('USERS', { standard: 50, max: 500 });
const rounds = wholeNumber('ROUNDS', { standard: 10, max: 1_000 });
const seconds = wholeNumber('SECONDS', { standard: 60, max: 600 });

const measured = new MeasuredService(service);
if (!(await measured.call('GET', '/health'))) giveUp(`No service at ${service}: start it with npm start.`);

console.log(`${users} users at once, ${rounds} rounds each, ${seconds} seconds at most, at ${service}`);
const end = performance.now() + seconds * 1_000;
const progress = setInterval(() => console.error(measured.progress()), 5_000);
const people = Array.from({ length: users }, () => new LoadUser(measured));
await Promise.all(
  people.map(async (user) => {
    await user.signUp();
    for (let round = 0; round < rounds && performance.now() < end; round += 1) await user.play(round);
  }),
);
clearInterval(progress);
measured.print();

const faults = (await Promise.all(people.map((user) => user.check()))).flat();
const events = people.reduce((sum, user) => sum + user.events.size, 0);
console.log(
  `${events} events and their budgets are held against what was answered: ${faults.length} are not as they should be.`,
);
for (const fault of faults.slice(0, 20)) console.log(fault);
const passed = faults.length === 0 && measured.failures.length === 0;
console.log(passed ? styleText('green', 'passed') : styleText('red', 'failed'));
if (!passed) process.exitCode = 1;

/**
 * @param {string} name of a variable
 * @param {{ standard: number, max: number }} bounds
 */
function wholeNumber(name, { standard, max }) {
  const value = Number(process.env[name] || standard);
  if (Number.isInteger(value) && value > 0 && value <= max) return value;
  return giveUp(`${name} must be a whole number from 1 to ${max}.`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function giveUp(message) {
  console.error(message);
  process.exit(1);
}
