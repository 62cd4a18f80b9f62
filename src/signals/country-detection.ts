import { observable } from '../lib/observable.ts'

export interface CountryDetection {
  readonly isRunning: boolean
  /** The IP address being looked up; null until known. */
  readonly ip: string | null
}

/** Whether the country of this phone's IP address is being looked up. Displayed only; nothing waits for it. */
export const countryDetection = observable<CountryDetection>({ isRunning: false, ip: null })
