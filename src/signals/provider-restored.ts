import { observable } from '../lib/observable.ts'

/**
 * When it was found that the provider had gone back to an earlier state, a backup: epoch milliseconds; null: it has not, or
 * the driver has read it. What was found is kept in the driver's database; this is what a page shows of it.
 */
export const providerRestored = observable<number | null>(null)
