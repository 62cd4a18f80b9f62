/** Why a file or an address is no source of streets, in words for the operator. */
export class TileProblem extends Error {
  override readonly name = 'TileProblem'
}
