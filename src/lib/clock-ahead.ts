/**
 * How far this phone's clock is ahead of the provider's, in milliseconds. Returns null before the provider's time is
 * known.
 */
type ClockAhead = () => number | null

let ask: ClockAhead = () => null

/** The page's clock error, supplied by the module that receives the provider's answers. */
export const clockAheadMs: ClockAhead = () => ask()

export function lendClockAhead(by: ClockAhead): void {
  ask = by
}
