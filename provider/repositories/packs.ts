import type { PackFileWire, PackRegionWire } from '../../src/contract/packs.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { Queryable } from '../db/database.ts'

/** A listed region; times in epoch milliseconds. */
export interface PackRegionRow extends Omit<PackRegionWire, 'made_at'> {
  readonly made_at: number
  /** When its files were last known to match the parks. */
  readonly checked_at: number
}

const REGION = `select region, country_code, name, state, box, parks, bytes, revision, streets, made_at, checked_at from pack_regions`

/** Lists a country's regions, largest first. */
export const listPackRegions = (db: Queryable, country: CountryCode): Promise<readonly PackRegionRow[]> =>
  db.query(`${REGION} where country_code = $1 order by parks desc, region`, [country])

export interface PackManifestRow extends PackRegionRow {
  readonly files: readonly PackFileWire[]
}

/** Reads a region and its files consistently, in one statement. */
export async function findPackRegion(db: Queryable, region: string): Promise<PackManifestRow | undefined> {
  const [row] = await db.query<PackManifestRow>(
    `select r.*, (select json_agg(json_build_object('kind', p.kind, 'hash', p.hash, 'bytes', p.bytes) order by f.place)
                    from pack_files f join packs p using (hash) where f.region = r.region) as files
       from (${REGION} where region = $1) as r`,
    [region],
  )
  return row
}

/** Returns the brotli-compressed file of a current or recent region. */
export async function findPackBody(db: Queryable, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ body: Buffer }>('select body from packs where hash = $1', [hash])
  return row?.body
}
