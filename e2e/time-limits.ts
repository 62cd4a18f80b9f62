/**
 * Timeouts of every Playwright run. They only end hanging tests; no test judges a duration by them. Machines differ in
 * speed by more than a factor of two, and by as much again when two cores also run other journeys.
 */
export const TIME_LIMITS = { timeout: 600_000, expect: { timeout: 30_000 } } as const
