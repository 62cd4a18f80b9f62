/** Why a file or address is unusable as a source of streets, worded for the operator. */
export class TileProblem extends Error {
  override readonly name = 'TileProblem'
}
