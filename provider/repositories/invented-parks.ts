import type { Database } from '../db/database.ts'

/**
 * Prices and capacities that only the sandbox knows, left over from it: the parks stay in the lists, without a price (a tariff without
 * windows) and without a number of spaces, so that nobody can book them. How many there were.
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
    // Long ago: a price that was made up holds for nobody, not for the hours either that a changed one is kept.
    await tx.query(
      `update park_tariffs t set superseded_at = 'epoch' from parks k
        where k.id = t.park_id and 'tariff' = any(k.demo_fields) and t.version <> 'unpriced'`,
    )
    // Without its fingerprint a park is written anew by the next import, in the sandbox too.
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
