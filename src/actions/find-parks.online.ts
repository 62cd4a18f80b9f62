import type { Park } from '../contract/parks.ts'
import { recordSearch } from '../db/apply/recents.ts'
import type { CountryCode } from '../domain/country.ts'
import type { LatLng } from '../lib/cell.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { type PulledParks, pullParks } from '../sync/pull/pull-parks.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

export interface FindParksInput {
  readonly text?: string
  readonly near?: LatLng
  /** How the place is called on the screen, for the list of last searches; the text when there is none. */
  readonly label?: string
  readonly country?: CountryCode
  readonly kind?: Park['kind']
}

/** Brings the parks of a search into the mirror. The search is remembered even when there is no connection. */
export const findParks = (input: FindParksInput, phone: Phone = thisPhone): Promise<Result<PulledParks, ActionError>> =>
  withStorage(() => findAndRemember(input, phone))

/** Those around a place that the driver did not search for: nothing is remembered. */
export const loadParksAround = (near: LatLng, phone: Phone = thisPhone): Promise<Result<PulledParks, ActionError>> =>
  withStorage(() => attempt(phone, () => pullParks(phone, near)))

async function findAndRemember(input: FindParksInput, phone: Phone): Promise<Result<PulledParks, ActionError>> {
  const { text = '', near, label, country, kind } = input
  await recordSearch(phone.dbs, {
    text: label ?? text,
    near: near ?? null,
    country: country ?? null,
    at: phone.clock.now(),
  })
  return attempt(phone, () =>
    pullParks(phone, {
      ...(text === '' ? {} : { search: text }),
      ...near,
      ...(country === undefined ? {} : { country }),
      ...(kind === undefined ? {} : { kind }),
    }),
  )
}
