import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, vi } from 'vitest';

interface ReceivedMail {
  subject: string;
  text: string;
  link: string;
  /** The token in the link. */
  token: string;
}

const taken = new Set<string>();

/** Waits for a mail of the running service to an address. Returns each mail once, oldest first. */
export function nextMail(address: string, serviceFolder = inject('serviceFolder')): Promise<ReceivedMail> {
  const folder = join(serviceFolder, '.local/mail');
  const look = async () => {
    for (const file of (await readdir(folder)).sort()) {
      const [, to = '', subject = '', text = ''] =
        /^To: (.*)\nSubject: (.*)\n\n([\s\S]*)$/m.exec(await readFile(join(folder, file), 'utf8')) ?? [];
      if (to !== address || taken.has(file)) continue;
      taken.add(file);
      const [link = '', token = ''] = /http\S+#token=(\S+)/.exec(text) ?? [];
      return { subject: subject.replace('Event Budget: ', ''), text, link, token };
    }
    throw new Error(`No new mail to ${address}`);
  };
  return vi.waitFor(look, { timeout: 10_000, interval: 50 });
}
