/**
 * What a sync event ends with while something waits: the browser rings again. An outcome, not a bug. Told by name: the two scripts of the
 * worker have a class each.
 */
export class RetrySyncError extends Error {
  override readonly name = 'RingAgain'
}
