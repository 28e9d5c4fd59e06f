import { writeFile } from 'node:fs/promises';
import { openApiDocument } from './document.ts';

await writeFile('openapi.json', `${JSON.stringify(await openApiDocument(), null, 2)}\n`);
