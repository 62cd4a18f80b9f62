/**
 * Rejects a sync event so that the browser schedules a retry. An expected outcome, not a bug. Recognised by its name,
 * because each of the worker's two scripts has its own copy of the class.
 */
export class RetrySyncError extends Error {
  override readonly name = 'RingAgain'
}
