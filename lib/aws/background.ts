import type { Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { logger } from '../log.ts';

interface Task<Payload> {
  /** The schema of what `invokeLater` sends. */
  payload: z.ZodMiniType<Payload>;
  /** Returns fields for the log. */
  run: (payload: Payload, context: Context) => Promise<object>;
}

/** Makes the Lambda handler of a function that is invoked asynchronously. After an error, Lambda invokes it again. */
export function background<Payload>({ payload, run }: Task<Payload>) {
  return async (input: unknown, context: Context): Promise<void> => {
    const line = { task: context.functionName, request_id: context.awsRequestId };
    try {
      logger.info('task', { ...line, ...(await run(payload.parse(input), context)) });
    } catch (error) {
      logger.error('task', { ...line, error });
      throw error;
    }
  };
}
