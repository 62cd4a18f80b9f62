import { observable } from '../lib/observable.ts'

export interface CountryDetection {
  readonly isRunning: boolean
  /** The address that is looked up, once it is known. */
  readonly ip: string | null
}

/** Whether the country of this phone's address is being looked up right now: shown, and never waited for. */
export const countryDetection = observable<CountryDetection>({ isRunning: false, ip: null })
