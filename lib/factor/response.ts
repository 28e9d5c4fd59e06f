import * as z from 'zod/mini';
import { JWT_EXAMPLE } from '../auth/jwt.ts';

export const createdFactorResponse = z
  .object({
    secret: z
      .string()
      .check(z.meta({ description: 'In base32, for people who type it into their authenticator app' })),
    url: z.string().check(z.meta({ description: 'The same for the app. Show it as a QR code' })),
    recovery_codes: z.array(z.string()).check(
      z.meta({
        description:
          'Each works once instead of a code of the app. No other response has them. Have the person keep them safe',
      }),
    ),
    confirmation: z.string().check(z.meta({ description: 'Send it with the first code, within 10 minutes' })),
  })
  .check(
    z.meta({
      id: 'CreatedSecondFactor',
      examples: [
        {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          url: 'otpauth://totp/Event%20Budget:ada%40example.com?issuer=Event%20Budget&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
          recovery_codes: ['MFRG-GZDF-MZTW-Q2LK-NNWG-23TP'],
          confirmation: JWT_EXAMPLE,
        },
      ],
    }),
  );
