import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod/mini';
import { functions } from '../resources/definitions.ts';
import { esbuildOptions } from './esbuild-options.ts';

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

const HEAD = `The functions of this service carry code of the packages below, under the licenses that follow.
Made by npm run notices.`;

const RULE = '-'.repeat(110);

const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();

/** The license files of a package, or the license section of its README if it has none. */
function legalTexts(folder: string): string[] {
  const files = readdirSync(folder).sort();
  const legal = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  if (legal.length > 0) return legal.map((file) => textOf(join(folder, file)));
  const readme = files.filter((file) => /^readme/i.test(file)).map((file) => textOf(join(folder, file)));
  return readme.flatMap(
    (text) => text.match(/^#+ Licen[cs]e\n([\s\S]*?)(?=^#|(?![\s\S]))/im)?.[1]?.trim() ?? [],
  );
}

/** All files that are at least partly in a bundle. */
async function bundledFiles(): Promise<string[]> {
  const entryPoints = functions.map(({ file }) => file);
  const { metafile } = await build({
    ...esbuildOptions,
    entryPoints,
    outdir: 'bundles',
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return [...new Set(files.map((file) => file.replace(/^gzip:/, '').replaceAll('\\', '/')))].sort();
}

/**
 * The licenses of the packages in the bundles, each text once. Tools from npm list what is installed, not what is bundled,
 * and miss a license in a README or in the list beside a minified file.
 */
export async function thirdPartyNotices(): Promise<string> {
  const files = await bundledFiles();
  const folders = files.flatMap((file) => file.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);
  const packages: string[] = [];
  const texts = new Map<string, { text: string; owners: string[] }>();
  const add = (text: string, owner: string) => {
    // The same license is often indented or wrapped differently.
    const words = text.replaceAll(/\s+/g, ' ');
    texts.set(words, { text, owners: [...(texts.get(words)?.owners ?? []), owner] });
  };

  for (const folder of new Set(folders)) {
    const { name, version, license } = manifest.parse(JSON.parse(textOf(join(folder, 'package.json'))));
    packages.push(`${name} ${version} (${license})`);
    for (const text of legalTexts(folder)) add(text, name);
  }
  // License lists that bundlers add next to minified files.
  for (const list of files.map((file) => `${file}.LICENSE.txt`).filter(existsSync))
    add(textOf(list), list.split('node_modules/').at(-1) ?? list);

  const sections = [...texts.values()].map(({ text, owners }) => [RULE, owners.join('\n'), RULE, '', text]);
  const parts = [HEAD, packages.sort().join('\n'), ...sections.map((lines) => lines.join('\n'))];
  return `${parts.join('\n\n')}\n`;
}
