import { listParks } from '../api/parks.ts'
import type { Page } from '../contract/common.ts'
import type { Park } from '../contract/parks.ts'
import { applyParkPage } from '../db/apply/park-pages.ts'
import type { CountryCode } from '../domain/country.ts'
import type { LatLng } from '../lib/cell.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'

export interface ParkPageInput {
  readonly country: CountryCode
  readonly text: string
  readonly kind: Park['kind'] | null
  readonly needs: readonly ('covered' | 'ev' | 'accessible')[]
  /** What a vehicle needs over it. */
  readonly heightMetres: number | null
  /** The nearest first, from there; null: in the provider's order. */
  readonly near: LatLng | null
  /** From 1. */
  readonly page: number
  readonly size: number
}

/** One page of a country's car parks; what comes is kept in the mirror, with its place in the list. */
export const listParkPage = (
  input: ParkPageInput,
  phone: Phone = thisPhone,
): Promise<Result<Page<Park>, ActionError>> =>
  attempt(phone, async () => {
    const { country, text, kind, needs, heightMetres, near, page, size } = input
    const answer = await listParks(phone.client, {
      country,
      page,
      size,
      ...(text === '' ? {} : { search: text }),
      ...(kind === null ? {} : { kind }),
      ...Object.fromEntries(needs.map((need) => [need, '1'] as const)),
      ...(heightMetres === null ? {} : { height: heightMetres }),
      ...near,
    })
    if (answer.ok) await applyParkPage(phone.dbs, { query: input, answer: answer.value, savedAt: phone.clock.now() })
    return answer
  })
