import type { FavouriteKey, FavouriteRow } from '../../../provider/repositories/favourites.ts'
import { toParkId } from '../../../src/domain/ids.ts'
import type { Memory, StoredFavourite } from './memory.ts'
import type { Part } from './rows.ts'

const toKey = ({ userId, parkId }: FavouriteKey): string => `${userId} ${String(parkId)}`

export function toFavouriteRow(memory: Memory, { user_id: _user, ...row }: StoredFavourite): FavouriteRow {
  const { name, slug, address } = memory.parks.must(toParkId(row.park_id))
  return { ...row, name, slug, address }
}

export const favouriteRows: Part<'listFavourites' | 'findFavourite' | 'writeFavourite'> = (memory) => {
  const { favourites } = memory
  return {
    listFavourites: (userId) =>
      favourites
        .filter((row) => row.user_id === userId && row.is_favourite)
        .toSorted((a, b) => b.updated_at - a.updated_at || a.park_id - b.park_id)
        .map((row) => toFavouriteRow(memory, row)),
    findFavourite(key) {
      const row = favourites.find(toKey(key))
      return row === undefined ? undefined : toFavouriteRow(memory, row)
    },
    writeFavourite(key, { isFavourite, nowMs }) {
      const known = favourites.find(toKey(key))
      const change = { is_favourite: isFavourite, version: (known?.version ?? 0) + 1, updated_at: nowMs }
      if (known === undefined) favourites.insert(toKey(key), { user_id: key.userId, park_id: key.parkId, ...change })
      else favourites.update(toKey(key), change)
      return toFavouriteRow(memory, favourites.must(toKey(key)))
    },
  }
}
