import { Logger } from '@aws-lambda-powertools/logger';

/** The logger of all functions. It writes JSON, one line per entry. */
export const logger = new Logger({ serviceName: 'event-budget-service' });
