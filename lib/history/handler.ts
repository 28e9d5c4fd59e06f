import { streamHandler } from '../dynamodb/stream.ts';
import { recordWrite } from './record-write.ts';

/** The handler of the function that records the history of events, which the table's stream invokes. */
export const historyHandler = streamHandler(recordWrite);
