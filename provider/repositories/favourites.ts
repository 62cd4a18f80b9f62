import type { Favourite } from '../../src/contract/favourites.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'

export interface FavouriteRow {
  readonly park_id: number
  readonly is_favourite: boolean
  readonly name: string
  readonly slug: string
  readonly address: string | null
  readonly version: number
  readonly updated_at: number
}

export interface FavouriteKey {
  readonly userId: UserId
  readonly parkId: number
}

const COLUMNS = 'f.park_id, f.is_favourite, k.name, k.slug, k.address, f.version, f.updated_at'

export const toFavouriteWire = (row: FavouriteRow): Favourite => ({
  park_id: row.park_id,
  is_favourite: row.is_favourite,
  name: row.name,
  slug: row.slug,
  address: row.address,
  version: row.version,
  updated_at: new Date(row.updated_at).toISOString(),
})

/** Lists favourites, newest first, without removed ones. */
export const listFavourites = (db: Queryable, userId: UserId): Promise<readonly FavouriteRow[]> =>
  db.query<FavouriteRow>(
    `select ${COLUMNS} from favourites f join parks k on k.id = f.park_id
      where f.user_id = $1 and f.is_favourite order by f.updated_at desc, f.park_id`,
    [userId],
  )

/** Includes removed favourites. */
export async function findFavourite(db: Queryable, key: FavouriteKey): Promise<FavouriteRow | undefined> {
  const [row] = await db.query<FavouriteRow>(
    `select ${COLUMNS} from favourites f join parks k on k.id = f.park_id where f.user_id = $1 and f.park_id = $2`,
    [key.userId, key.parkId],
  )
  return row
}

export async function writeFavourite(
  tx: Queryable,
  key: FavouriteKey,
  { isFavourite, nowMs }: { readonly isFavourite: boolean; readonly nowMs: number },
): Promise<FavouriteRow> {
  await tx.query(
    `insert into favourites as f (user_id, park_id, is_favourite, version, updated_at) values ($1, $2, $3, 1, $4)
     on conflict (user_id, park_id) do update set is_favourite = $3, version = f.version + 1, updated_at = $4`,
    [key.userId, key.parkId, isFavourite, new Date(nowMs)],
  )
  const row = await findFavourite(tx, key)
  if (row === undefined) throw new Error('A favourite was not written')
  return row
}
