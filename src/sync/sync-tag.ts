/** Name under which the browser's background sync wakes the worker. */
export const SYNC_TAG = 'baywise-outbox'
