import { expect, it } from 'vitest';
import { thirdPartyNotices } from '../../build/third-party-notices.ts';

it('THIRD-PARTY-NOTICES.txt names what the bundles carry', async () => {
  const notices = await thirdPartyNotices();
  for (const copyright of ['Filip Skokan', 'Nevins Bartolomeo', 'Luciano Mammino', 'SmartBear'])
    expect(notices).toContain(copyright);
  await expect(notices).toMatchFileSnapshot('../../THIRD-PARTY-NOTICES.txt');
});
