/**
 * How long a test waits before it gives up, of every Playwright run. They only end what hangs; no test judges a time by them. Machines
 * differ by more than twice, and two cores that also run other journeys once more.
 */
export const TIME_LIMITS = { timeout: 600_000, expect: { timeout: 30_000 } } as const
