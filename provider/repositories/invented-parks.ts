import type { Database } from '../db/database.ts'

/**
 * Removes made-up prices and capacities left over from the sandbox. The parks stay listed, without a price (a tariff
 * without windows) and without a capacity, so they cannot be booked. Returns how many.
 */
export function forgetInvented(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(
      `insert into park_tariffs (park_id, version, tariff, taxes, created_at)
       select k.id, 'unpriced', t.tariff || '{"version": "unpriced", "windows": [], "caps": [], "packages": [], "demo": false,
                                             "vehicle_percent": {}}', t.taxes, $1
         from parks k join park_tariffs t on t.park_id = k.id and t.version = k.tariff_version
        where 'tariff' = any(k.demo_fields)
       on conflict (park_id, version) do update set superseded_at = null`,
      [new Date(nowMs)],
    )
    // 'epoch' is far in the past: a made-up price must not stay valid for the hours that replaced prices normally do.
    await tx.query(
      `update park_tariffs t set superseded_at = 'epoch' from parks k
        where k.id = t.park_id and 'tariff' = any(k.demo_fields) and t.version <> 'unpriced'`,
    )
    // The empty fingerprint makes the next import rewrite the park, in the sandbox too.
    const changed = await tx.query(
      `update parks set version = version + 1, updated_at = $1, fingerprint = '',
              tariff_version = case when 'tariff' = any(demo_fields) then 'unpriced' else tariff_version end,
              hourly_from_minor = case when 'tariff' = any(demo_fields) then null else hourly_from_minor end,
              capacity = case when 'capacity' = any(demo_fields) then null else capacity end,
              demo_fields = array_remove(array_remove(demo_fields, 'tariff'), 'capacity')
        where demo_fields && array['tariff', 'capacity'] returning id`,
      [new Date(nowMs)],
    )
    return changed.length
  })
}
