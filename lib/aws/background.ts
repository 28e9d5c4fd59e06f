import type { Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { MIN_TIME_MS } from '../concurrency.ts';
import { logger, withoutDetails } from '../log.ts';
import { runAuthorized } from './call.ts';

interface Task<Payload> {
  payload: z.ZodMiniType<Payload>;
  /** Returns fields for the log. */
  run: (payload: Payload, options: { hasTime: () => boolean }) => Promise<object>;
}

/** Makes the Lambda handler of a function that is invoked asynchronously. Lambda retries it after an error. */
export function background<Payload>({ payload, run }: Task<Payload>) {
  return async (input: unknown, context: Context): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > MIN_TIME_MS;
    const line = { task: context.functionName, request_id: context.awsRequestId };
    try {
      const fields = await runAuthorized(() => run(payload.parse(input), { hasTime }));
      logger.info('task', { ...line, ...fields });
    } catch (error) {
      logger.error('task', { ...line, error });
      throw withoutDetails(error);
    }
  };
}
