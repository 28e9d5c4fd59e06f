import { readFileSync } from 'node:fs';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { connect } from '../../lib/dynamodb/client.ts';

/** The anchors of a document's headings, as GitHub makes them. */
export const anchorsOf = (document: string): string[] =>
  [...readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

/** The commands in a section of docs/operating.md that change an item. */
export function commandsOf(section: string): string[] {
  const [, text = ''] =
    new RegExp(`\\n## ${section}\\n([\\s\\S]*?)\\n## `).exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
  return text.split('aws dynamodb ').filter((command) => command.startsWith('update-item'));
}

/** Does what a documented command does, to an account. */
export async function run(command = '', accountId: string): Promise<void> {
  const option = (name: string) => new RegExp(` --${name} '([^']*)'`).exec(command)?.[1];
  const values = option('expression-attribute-values');
  await connect(2_000).send(
    new UpdateItemCommand({
      TableName: process.env['TABLE_NAME'],
      Key: JSON.parse(option('key')?.replace(/PERSON#[^"]+/, `PERSON#${accountId}`) ?? ''),
      UpdateExpression: option('update-expression'),
      ConditionExpression: option('condition-expression'),
      ...(values !== undefined && { ExpressionAttributeValues: JSON.parse(values) }),
    }),
  );
}
