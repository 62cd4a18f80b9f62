import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import { tariffFromWire } from '../../src/contract/tariff-mapping.ts'
import type { ParkId } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { hourlyFrom } from '../rules/hourly-from.ts'
import type { TariffRules } from '../../src/contract/operator-tariffs.ts'

type EventFlatWire = TariffWire['events'][number]
type ClosureWire = NonNullable<TariffWire['closures']>[number]

interface Wanted {
  readonly from_ms: number
  readonly to_ms: number
  readonly amount_minor: number
}

interface WantedClosure {
  readonly from_ms: number
  readonly to_ms: number | null
  readonly reason: ClosureWire['reason']
}

interface Stored {
  readonly park_id: ParkId
  readonly tariff: TariffWire
  readonly taxes: readonly TaxWire[]
  readonly wanted: readonly Wanted[]
  readonly closed: readonly WantedClosure[]
}

/** Current and future flat prices, in the tariff's format; `p` is the park. */
const WANTED = `
  select coalesce(jsonb_agg(jsonb_build_object('from_ms', (extract(epoch from e.parking_from) * 1000)::bigint,
                                               'to_ms', (extract(epoch from e.parking_until) * 1000)::bigint,
                                               'amount_minor', k.amount_minor) order by e.parking_from, e.event_id), '[]')
    from event_parks k join events e using (event_id)
   where k.park_id = p.id and e.status <> 'cancelled' and e.parking_until > $1`

/** Closures that have not ended. */
const CLOSED = `
  select coalesce(jsonb_agg(jsonb_build_object('from_ms', (extract(epoch from c.starts_at) * 1000)::bigint,
                                               'to_ms', (extract(epoch from c.ends_at) * 1000)::bigint,
                                               'reason', c.reason) order by c.closure_id), '[]')
    from park_closures c
   where c.park_id = p.id and c.reopened_at is null and (c.ends_at is null or c.ends_at > $1)`

const toFlat = ({ from_ms, to_ms, amount_minor: amount }: Wanted): EventFlatWire => ({
  from: toRfc3339(toInstant(from_ms)),
  to: toRfc3339(toInstant(to_ms)),
  amount,
})

const toClosure = ({ from_ms, to_ms, reason }: WantedClosure): ClosureWire => ({
  from: toRfc3339(toInstant(from_ms)),
  to: to_ms === null ? null : toRfc3339(toInstant(to_ms)),
  reason,
})

/** Adds event prices and closures to the tariff. Its version does not match the new content yet. */
function toDated({ tariff, wanted, closed }: Stored): TariffWire {
  const { closures: _over, ...lasting } = tariff
  const dated = { ...lasting, events: wanted.map(toFlat) }
  return closed.length === 0 ? dated : { ...dated, closures: closed.map(toClosure) }
}

/** Derives the version from the content: equal content has an equal version, regardless of field order. */
export const withVersion = (tariff: TariffWire, taxes: readonly TaxWire[]): TariffWire => {
  const { version: _old, ...content } = tariff
  const text = canonicalJson([content, taxes])
  return { ...tariff, version: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

async function publish(tx: Queryable, park: Stored, nowMs: number) {
  const { park_id: parkId, taxes } = park
  const tariff = withVersion(toDated(park), taxes)
  await tx.query(
    `insert into park_tariffs (park_id, version, tariff, taxes, created_at) values ($1, $2, $3, $4, $5)
     on conflict (park_id, version) do update set superseded_at = null`,
    [parkId, tariff.version, JSON.stringify(tariff), JSON.stringify(taxes), new Date(nowMs)],
  )
  await tx.query(
    'update park_tariffs set superseded_at = $3 where park_id = $1 and version <> $2 and superseded_at is null',
    [parkId, tariff.version, new Date(nowMs)],
  )
  await tx.query('update parks set tariff_version = $2, version = version + 1, updated_at = $3 where id = $1', [
    parkId,
    tariff.version,
    new Date(nowMs),
  ])
}

interface WhichParks {
  readonly nowMs: number
  readonly eventId?: string | null
  readonly parkId?: ParkId | null
}

const lockStored = (tx: Queryable, { nowMs, eventId = null, parkId = null }: WhichParks): Promise<readonly Stored[]> =>
  tx.query<Stored>(
    `select p.id as park_id, t.tariff, t.taxes, (${WANTED}) as wanted, (${CLOSED}) as closed
       from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version
      where case when $2::uuid is not null then p.id in (select park_id from event_parks where event_id = $2)
                 when $3::integer is not null then p.id = $3
                 else p.id in (select park_id from event_parks union select park_id from park_closures) end
      order by p.id for no key update of p`,
    [new Date(nowMs), eventId, parkId],
  )

/** Puts an operator's new prices into force and keeps the rest of the park's tariff: fees, events and closures. */
export async function publishRules(
  tx: Queryable,
  { parkId, rules, nowMs }: { readonly parkId: ParkId; readonly rules: TariffRules; readonly nowMs: number },
): Promise<void> {
  const [park] = await lockStored(tx, { nowMs, parkId })
  const stored = must(park, 'tariff in force')
  const tariff = { ...stored.tariff, ...rules, demo: false }
  await publish(tx, { ...stored, tariff }, nowMs)
  await tx.query(
    `update parks set hourly_from_minor = $2, demo_fields = array_remove(demo_fields, 'tariff') where id = $1`,
    [parkId, hourlyFrom(tariffFromWire(tariff))],
  )
}

/**
 * Adds the flat prices of events and the closures by operators to the tariffs of their parks, and removes those that
 * are cancelled, moved, reopened or over. An import writes tariffs without them, so a job repeats this regularly.
 * Returns how many tariffs changed.
 */
export async function publishDates(
  tx: Queryable,
  { nowMs, eventId = null, parkId = null }: WhichParks,
): Promise<number> {
  const parks = await lockStored(tx, { nowMs, eventId, parkId })
  const changed = parks.filter((park) => !isDeepStrictEqual(park.tariff, toDated(park)))
  for (const park of changed) await publish(tx, park, nowMs)
  return changed.length
}
