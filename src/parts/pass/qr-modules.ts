import { encode } from 'uqr'

/** M for a clean screen, Q for a scratched or dim one. */
export type PassCorrection = 'M' | 'Q'

/** Returns the modules of a pass, true = black, without quiet zone: 41 per side at M, 49 at Q. */
export const passModules = (text: string, correction: PassCorrection): boolean[][] =>
  encode(text, { ecc: correction, boostEcc: false, border: 0 }).data
