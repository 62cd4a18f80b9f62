/** Converts operators' event requests for `planEvent`, and its errors into objections. */
import type { EventChangeBody, OperatorEventBody } from '../../src/contract/operator-events.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { mustInstant } from '../../src/domain/instant.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import type { EventPlan, EventTrouble } from './events.ts'
import type { KeptSpaces } from '../repositories/events.ts'
import { findCurrencyTrouble, findNamedParks, type NamedParks, type Offer } from './named-parks.ts'

/** Resolves the named car parks and the spaces reserved at each. */
async function findKept(
  db: Queryable,
  { country, parks, within }: Pick<NamedParks, 'country' | 'within'> & { readonly parks: OperatorEventBody['parks'] },
): Promise<Result<readonly KeptSpaces[], Objection>> {
  const codes = parks.map(({ code }) => code)
  const found = await findNamedParks(db, { country, codes, within, field: 'parks' })
  if (!found.ok) return found
  return ok(
    parks.flatMap(({ held, price: amountMinor }, index) => {
      const park = found.value[index]
      return park === undefined ? [] : [{ parkId: toParkId(park.id), held, amountMinor }]
    }),
  )
}

/** Undefined when the request does not mention car parks. */
export async function toKeptSpaces(
  db: Queryable,
  { country, body: { parks, currency }, within }: Pick<NamedParks, 'country' | 'within'> & { body: EventChangeBody },
): Promise<Result<readonly KeptSpaces[] | undefined, Objection>> {
  if (parks === undefined || currency === undefined) return ok(undefined)
  const trouble = findCurrencyTrouble(country, currency)
  return trouble === undefined ? findKept(db, { country, parks, within }) : err(trouble)
}

export async function toEventPlan(
  db: Queryable,
  { body, within }: Omit<Offer<OperatorEventBody>, 'nowMs'>,
): Promise<Result<EventPlan, Objection>> {
  const { parks, access_code: accessCode, currency, starts_at, ends_at, parking_from, parking_until, ...facts } = body
  const { country_code: country } = facts
  const trouble = findCurrencyTrouble(country, currency)
  if (trouble !== undefined) return err(trouble)
  const kept = await findKept(db, { country, parks, within })
  if (!kept.ok) return kept
  return ok({
    ...{ ...facts, accessCode, demo: false, parks: kept.value },
    ...{ starts_at: mustInstant(starts_at), ends_at: mustInstant(ends_at) },
    ...{ parking_from: mustInstant(parking_from), parking_until: mustInstant(parking_until) },
  })
}

export function toObjection(trouble: EventTrouble): Objection {
  switch (trouble.kind) {
    case 'not_found':
      return { code: 'event_not_found', words: 'No event has this code.' }
    case 'over':
      return { code: 'event_cancelled', words: 'This event is over or cancelled.' }
    case 'begun':
      return { code: 'start_in_past', words: 'The parking has begun already, or would begin within the hour.' }
    case 'code_taken':
      return objectTo('access_code', 'Another event has this access code.')
    case 'times':
      return { code: 'times_invalid', words: 'The parking must begin before the event and end after it.' }
    case 'changed':
      return { code: 'version_conflict', words: 'Somebody else has changed this event meanwhile.' }
    case 'sold':
      return objectTo('parks', `${trouble.sold} of the spaces are booked already.`)
    case 'no_space':
      return toNoSpace(trouble)
    default:
      return unreachable(trouble)
  }
}

function toNoSpace({ parkId, free }: Extract<EventTrouble, { kind: 'no_space' }>): Objection {
  if (free === null) {
    return { code: 'park_closed', extra: { park_id: parkId }, words: `Car park ${parkId} cannot be booked.` }
  }
  const words = `Car park ${parkId} has only ${free} spaces that are free all the time.`
  return { code: 'park_full', extra: { park_id: parkId, free }, words }
}
