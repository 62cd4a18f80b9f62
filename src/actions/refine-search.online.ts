import type { Park } from '../contract/parks.ts'
import type { CountryCode } from '../domain/country.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullSearchPage } from '../sync/pull/pull-parks.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

export interface RefineInput {
  readonly text: string
  /** null: of every country. */
  readonly country: CountryCode | null
}

/** Brings car parks with these words into the mirror while they are typed; it is no search of the driver's and is not remembered. */
export const refineSearch = (
  { text, country }: RefineInput,
  phone: Phone = thisPhone,
): Promise<Result<readonly Park[], ActionError>> =>
  withStorage(() =>
    attempt(phone, () => pullSearchPage(phone, { search: text, ...(country === null ? {} : { country }) })),
  )
