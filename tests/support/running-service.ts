import type { TestProject } from 'vitest/node';
import { freePort } from './emulators.ts';
import { copyOfService, startOffline } from './offline.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running service. */
    origin: string;
    /** The folder that it runs in. */
    serviceFolder: string;
  }
}

/** Starts the service once for all tests that only call it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await copyOfService();
  const port = String(await freePort());
  const service = startOffline(folder, { PORT: port, BCRYPT_COST: '4', APP_URL: '' });
  await service.printed('A first call');
  provide('origin', `http://localhost:${port}`);
  provide('serviceFolder', folder);
  return async () => {
    await service.stop();
    await remove();
  };
}
