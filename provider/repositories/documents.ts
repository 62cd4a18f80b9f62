import type { DocumentFeesWire } from '../../src/contract/documents-page.ts'
import type { VehicleDates } from '../../src/contract/vehicle-documents.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '../../src/domain/document-kinds.ts'
import type { Queryable } from '../db/database.ts'

const FEES = `country_code, currency, fees, service_minor as service, vat, days, demo`

export async function findDocumentFees(db: Queryable, country: string): Promise<DocumentFeesWire | undefined> {
  const [row] = await db.query<DocumentFeesWire>(`select ${FEES} from document_fees where country_code = $1`, [country])
  return row
}

/** Inserts or replaces the fees of a country. */
export async function saveDocumentFees(db: Queryable, fees: DocumentFeesWire, nowMs: number): Promise<void> {
  await db.query(
    `insert into document_fees (country_code, currency, fees, service_minor, vat, days, demo, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (country_code) do update set currency = excluded.currency, fees = excluded.fees, service_minor = excluded.service_minor,
       vat = excluded.vat, days = excluded.days, demo = excluded.demo, updated_at = excluded.updated_at`,
    [
      ...[fees.country_code, fees.currency, JSON.stringify(fees.fees), fees.service, fees.vat],
      ...[JSON.stringify(fees.days), fees.demo, new Date(nowMs)],
    ],
  )
}

interface DatesRow extends Omit<VehicleDates, 'dates'> {
  readonly dates: Partial<Record<DocumentKind, string>>
}

const toDates = ({ dates, ...row }: DatesRow): VehicleDates => ({
  ...row,
  dates: {
    licence: dates.licence ?? null,
    roadworthiness: dates.roadworthiness ?? null,
    insurance: dates.insurance ?? null,
    hackney: dates.hackney ?? null,
  },
})

const SELECT_DATES = `
  select v.vehicle_id, v.commercial, v.version,
         (select coalesce(json_object_agg(d.kind, to_char(d.expires_on, 'YYYY-MM-DD')), '{}') from document_dates d
           where d.user_id = v.user_id and d.vehicle_id = v.vehicle_id) as dates
    from document_vehicles v`

export const listDocumentDates = async (db: Queryable, userId: UserId): Promise<VehicleDates[]> =>
  (await db.query<DatesRow>(`${SELECT_DATES} where v.user_id = $1 order by v.vehicle_id`, [userId])).map(toDates)

export interface SavedDates extends Pick<VehicleDates, 'vehicle_id' | 'commercial' | 'dates'> {
  readonly userId: UserId
  readonly nowMs: number
}

export async function saveDocumentDates(tx: Queryable, saved: SavedDates): Promise<VehicleDates | undefined> {
  const { userId, vehicle_id: vehicleId, commercial, dates, nowMs } = saved
  await tx.query(
    `insert into document_vehicles as v (user_id, vehicle_id, commercial, updated_at) values ($1, $2, $3, $4)
     on conflict (user_id, vehicle_id) do update set commercial = excluded.commercial, version = v.version + 1, updated_at = excluded.updated_at`,
    [userId, vehicleId, commercial, new Date(nowMs)],
  )
  const kept = DOCUMENT_KINDS.filter((kind) => dates[kind] !== null)
  await tx.query('delete from document_dates where user_id = $1 and vehicle_id = $2 and kind <> all($3)', [
    ...[userId, vehicleId, kept],
  ])
  await tx.query(
    `insert into document_dates as d (user_id, vehicle_id, kind, expires_on, saved_at)
     select $1, $2, x.kind, x.day::date, $5 from unnest($3::text[], $4::text[]) as x (kind, day)
     on conflict (user_id, vehicle_id, kind) do update set expires_on = excluded.expires_on,
       saved_at = case when d.expires_on = excluded.expires_on then d.saved_at else excluded.saved_at end`,
    [userId, vehicleId, kept, kept.map((kind) => dates[kind] ?? ''), new Date(nowMs)],
  )
  const [row] = await tx.query<DatesRow>(`${SELECT_DATES} where v.user_id = $1 and v.vehicle_id = $2`, [
    userId,
    vehicleId,
  ])
  return row === undefined ? undefined : toDates(row)
}
