import type { DecideRequest, SpaceRequestWire } from '../../src/contract/operator-requests.ts'
import { getCountry } from '../../src/domain/country.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { CURRENCY_EXPONENT } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { derivePark } from '../import/derive-park.ts'
import { type FindZone, loadFindZone } from '../import/derive-zone.ts'
import { type ParkLine, parseParkLine } from '../import/park-line.ts'
import { requestMail } from '../messages/request-texts.ts'
import { storeParksIn } from '../repositories/parks-store.ts'
import {
  decideSpaceRequest,
  findSpaceRequest,
  lockSpaceRequest,
  type SpaceRequestRow,
} from '../repositories/space-requests.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import { type MailDeps, sendDueMails } from './due-mails.ts'

/** Source of the car parks that private owners rent out. */
const OWNER_SOURCE = 'owner'
const ATTRIBUTION = 'Described by its owner'

export const toRequestWire = (row: SpaceRequestRow): SpaceRequestWire => {
  const { request_id, topic, status, name, email, text, offer, reason, park_code } = row
  return {
    ...{ request_id, topic, status, name, email, text, offer, reason, park_code },
    created_at: toRfc3339(toInstant(row.created_at)),
    decided_at: row.decided_at === null ? null : toRfc3339(toInstant(row.decided_at)),
  }
}

type Position = Extract<DecideRequest, { readonly status: 'approved' }>['position']

/** Turns the request into a line of an import, so that prices, taxes and zone are derived as everywhere. */
function toLine({ request_id: id, offer }: SpaceRequestRow, position: NonNullable<Position>): ParkLine {
  const { currency } = getCountry(offer.country_code)
  const parsed = parseParkLine(
    JSON.stringify({
      ...{ source: OWNER_SOURCE, source_id: id, country_code: offer.country_code, city: offer.city, currency },
      ...{ name: offer.address, address: offer.address, lat: position.lat, lng: position.lng, kind: 'lot' },
      ...{ capacity: offer.spaces, hourly_rate: offer.hourly / 10 ** CURRENCY_EXPONENT[currency] },
      ...{ chargers: offer.charger === null ? [] : [offer.charger] },
    }),
  )
  if (!parsed.ok) throw new Error(`request ${id} is no car park: ${parsed.error}`)
  return parsed.value
}

interface Deciding {
  readonly id: string
  readonly decision: DecideRequest
  readonly nowMs: number
  /** Loaded before the transaction. */
  readonly findZone: FindZone
}

export const loadForDecision = loadFindZone

async function approve(tx: Queryable, request: SpaceRequestRow, { decision, nowMs, findZone }: Deciding) {
  const given = decision.status === 'approved' ? decision.position : null
  const { lat, lng } = request.offer
  const position = given ?? (lat === null || lng === null ? null : { lat, lng })
  if (position === null) return err(objectTo('position', 'The request does not say where it is: give a position.'))
  const context = {
    ...{ findZone, near: new Map(), named: [], landmarks: [], towns: [], sandbox: false },
    attributions: new Map([[OWNER_SOURCE, ATTRIBUTION]]),
  }
  const { ids } = await storeParksIn(tx, [derivePark(toLine(request, position), context)], nowMs)
  const parkId = must([...ids.values()][0], 'id of the new car park')
  await decideSpaceRequest(tx, request.request_id, { decision: { status: 'approved', parkId }, nowMs })
  return ok(undefined)
}

/**
 * Approves a request, which creates the car park immediately, or refuses it. A decision is final; the same decision
 * again changes nothing.
 */
export async function decideRequest(
  tx: Queryable,
  deciding: Deciding,
): Promise<Result<{ readonly request: SpaceRequestRow; readonly isChanged: boolean }, Objection>> {
  const { id, decision, nowMs } = deciding
  const request = await lockSpaceRequest(tx, id)
  if (request === undefined) return err({ code: 'not_found', words: `There is no request ${id}.` })
  if (request.status !== 'open') {
    return request.status === decision.status
      ? ok({ request, isChanged: false })
      : err({ code: 'version_conflict', words: `This request is ${request.status} already.` })
  }
  if (decision.status === 'approved') {
    const made = await approve(tx, request, deciding)
    if (!made.ok) return made
  } else {
    await decideSpaceRequest(tx, id, { decision, nowMs })
  }
  return ok({ request: must(await findSpaceRequest(tx, id), 'decided request'), isChanged: true })
}

/** Mails the decision to the applicants. */
export const sendRequestMails = (deps: MailDeps): Promise<void> =>
  sendDueMails(deps, 'space_requests', async (id) => {
    const row = await findSpaceRequest(deps.db, id)
    if (row === undefined || row.status === 'open') return null
    const link = row.park_slug === null ? null : `${deps.config.publicUrl}/park/${row.park_slug}`
    return {
      to: row.email,
      ...requestMail(row.language, { name: row.name, address: row.offer.address, reason: row.reason, link }),
    }
  })
