import { escaped } from '../../lib/system/escaped.ts';
import { blocks, inline } from './guide.ts';
import {
  type Content,
  errorBody,
  type Operation,
  openApiIn,
  type Parameter,
  type Response,
  type Schema,
} from './openapi.ts';
import { pageOf } from './page.ts';

/** The names of subjects for people, and words that a search finds them by. */
const SUBJECTS: Record<string, [name: string, words?: string]> = {
  auth: ['Sign up and log in', 'register'],
  events: ['Events', 'party wedding'],
  budgets: ['Budgets', 'excel spreadsheet'],
  trash: ['Trash', 'recover undelete'],
  history: ['History and undo', 'revert rollback audit'],
  payments: ['Payments', 'instalment invoice'],
  calendar: ['Calendar', 'ical ics google outlook'],
  summary: ['Totals'],
  members: ['Members', 'share'],
  'share-link': ['Share links', 'pdf print public'],
  invitations: ['Invitations'],
  account: ['Your account', 'gdpr'],
  sessions: ['Sessions', 'devices'],
  tokens: ['Access tokens', 'api key'],
  factor: ['Second factor', '2fa mfa totp otp'],
  system: ['About the service'],
};

const joined = <Part>(parts: Part[], html: (part: Part) => string): string => parts.map(html).join('');

/** The type of a field, such as `string or null, 0 to 500 characters`, or its values: `"read" or "write"`. */
function kindOf({ type, format, enum: values, items, ...limits }: Schema): string {
  const { minimum, maximum = Number.POSITIVE_INFINITY, minLength = 0, maxLength } = limits;
  const choice = values?.map((value) => JSON.stringify(value)).join(' or ');
  const name = choice ?? (items ? `list of ${kindOf(items)}` : [type].flat().join(' or '));
  // Larger maximums only tell how a program may store the number.
  const range = minimum !== undefined && maximum < 2 ** 31 - 1 && `${minimum} to ${maximum}`;
  const length = maxLength !== undefined && `${minLength} to ${maxLength} characters`;
  return [name, format === 'date' && 'YYYY-MM-DD', range, length].filter(Boolean).join(', ');
}

const definition = (name: string, kind: string, description = ''): string =>
  `<dt><code>${escaped(name)}</code> <small>${escaped(kind)}</small></dt><dd>${inline(description)}</dd>`;

/** A line for each field of an object, and for those of objects inside it. */
const fieldsOf = ({ properties = {}, required, items }: Schema, path = ''): string =>
  items
    ? fieldsOf(items, `${path}[]`)
    : joined(Object.entries(properties), ([name, field]) => {
        const whole = path ? `${path}.${name}` : name;
        const kind = kindOf(field) + (required.includes(name) ? '' : ', optional');
        return definition(whole, kind, field.description) + fieldsOf(field, whole);
      });

/** A field for people to fill in. */
function parameterField(
  { in: place, name, required, description, schema }: Parameter,
  prefix: string,
): string {
  const id = `${prefix}-${name}`;
  const names = `id="${id}" name="${name}" data-in="${place}" aria-describedby="${id}-about"`;
  const attributes = required ? `${names} required` : names;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const field = choices
    ? `<select ${attributes}>${joined(['', ...choices], (choice) => `<option>${choice}</option>`)}</select>`
    : `<input ${attributes} autocomplete="off" spellcheck="false">`;
  const kind = `${place}, ${kindOf(schema)}${required ? '' : ', optional'}`;
  return `<label for="${id}">${name} <small>${escaped(kind)}</small></label>
<p id="${id}-about">${inline(description)}</p>${field}`;
}

const folded = (summary: string, inside: string, kind = ''): string =>
  inside && `<details class="${kind}"><summary>${summary}</summary>${inside}</details>`;

const shown = (example: unknown): string =>
  escaped(typeof example === 'string' ? example : (JSON.stringify(example, null, 2) ?? ''));

/** The field of the body, and that of a file if the operation takes one. */
function bodyField({ 'application/json': json, ...files }: Content, id: string): string {
  if (!json) return '';
  const types = joined(Object.keys(files), (type) => `<option value="${type}">${type}</option>`);
  const choice = `<label for="${id}-type">Type of the body</label>
<select id="${id}-type" name="type"><option>application/json</option>${types}</select>
<div class="file"><label for="${id}-file">File</label><input id="${id}-file" name="file" type="file"></div>`;
  const example = shown(json.example);
  const rows = example.split('\n').length;
  return `${types && choice}<div class="json"><label for="${id}-body">Body <small>JSON</small></label>
<textarea id="${id}-body" name="body" spellcheck="false" rows="${rows}">${example}</textarea>
${folded('Fields of the body', `<dl>${fieldsOf(json.schema)}</dl>`)}</div>`;
}

/** The messages of an error, with their fields and codes. */
function messagesOf(content: Content): string {
  const bodies = Object.values(content).flatMap(({ example, examples }) =>
    example === undefined ? Object.values(examples).map(({ value }) => value) : [errorBody.parse(example)],
  );
  return joined(bodies, ({ message, errors: [error] }) =>
    error
      ? `<li>${escaped(error.message)} <code>${escaped(`${error.field}: ${error.code}`)}</code></li>`
      : `<li>${escaped(message)}</li>`,
  );
}

function responseOf([status, { description, headers, content }]: [string, Response]): string {
  const summary = `${status} ${inline(description)}`;
  if (status >= '400') return folded(summary, `<ul>${messagesOf(content)}</ul>`);
  const bodies = joined(Object.values(content), ({ example, schema }) => {
    return `<pre>${shown(example)}</pre><dl>${fieldsOf(schema)}</dl>`;
  });
  const names = joined(Object.entries(headers), ([name, each]) =>
    definition(name, 'header', each.description),
  );
  return folded(summary, `${bodies}<dl>${names}</dl>`, 'success');
}

function articleOf({ method, path, operationId: id, ...operation }: Operation): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const fields = (isHeader: boolean) =>
    joined(
      parameters.filter((each) => (each.in === 'header') === isHeader),
      (each) => parameterField(each, id),
    );
  return `<article id="${id}" tabindex="-1">
<div class="about"><h1>${escaped(summary)}</h1><p><code>${method} ${path}</code></p>
<p>${inline(description)}</p></div>
<form data-method="${method}" data-path="${path}">
${fields(false)}${bodyField(requestBody.content, id)}
${folded('Headers', fields(true))}<button>Execute</button>
</form>
<section hidden tabindex="-1" aria-label="Response"><h2></h2><pre></pre><pre></pre></section>
<h2>Responses</h2>${joined(Object.entries(responses), responseOf)}
</article>`;
}

const TOOLS = `<label>Search <input id="search" type="search" placeholder="2fa, undo"></label>
<label>Authorize <input id="token" type="password" autocomplete="off" placeholder="Token"></label>
<p id="told" role="status"></p>`;

/** The page of all operations in an OpenAPI document. */
export function referencePage(file: string): string {
  const { info, tags, operations } = openApiIn(file);
  const list = joined(tags, ({ name: tag }) => {
    const [name, words = ''] = SUBJECTS[tag] ?? [tag];
    const links = joined(
      operations.filter(({ tags: [first] }) => first === tag),
      ({ operationId, summary }) => `<li><a href="#${operationId}">${escaped(summary)}</a></li>`,
    );
    return `<section data-words="${words}"><h2>${name}</h2><ul>${links}</ul></section>`;
  });
  const main = `<section id="introduction">
<h1>${info.title} <small>${info.version}</small></h1>
${blocks(info.description)}<noscript><p>Calls and the search need JavaScript.</p></noscript>
</section>${joined(operations, articleOf)}`;
  return pageOf({ name: 'Reference', tools: TOOLS, list, main, script: 'docs.js' });
}
