/** How far this phone's clock is ahead of the provider's, milliseconds; null before the provider has said its time. */
type ClockAhead = () => number | null

let ask: ClockAhead = () => null

/** Of this page: whoever hears the provider lends their ear. */
export const clockAheadMs: ClockAhead = () => ask()

export function lendClockAhead(by: ClockAhead): void {
  ask = by
}
