import { observable } from '../lib/observable.ts'

/**
 * When the app noticed that the provider had been restored from a backup, in epoch milliseconds; null when it has not
 * been, or the driver has read the notice. Only what a page shows: the findings are stored in the driver's database.
 */
export const providerRestored = observable<number | null>(null)
