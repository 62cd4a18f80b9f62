import type { Favourite } from '../contract/favourites.ts'
import type { Saved } from '../db/read/saved.ts'
import { favouritesIn, NO_FAVOURITES } from '../db/read/favourites.ts'
import type { FavouriteCommand } from '../domain/commands.ts'
import { projectFavourites } from '../domain/project.ts'
import type { Query } from './query.ts'
import { useRowsWithOutbox } from './use-rows-with-outbox.ts'
import { commandsOf, type Unanswered } from './view-bookings.ts'

/** A car park that the driver wants as a favourite, even before the provider has agreed. */
export interface FavouriteView extends Pick<Favourite, 'park_id' | 'name' | 'slug' | 'address'> {
  readonly pending: boolean
}

export interface Favourites {
  /** Newest first. */
  readonly shown: readonly FavouriteView[]
  /** Ids of car parks that are favourites at the provider. */
  readonly held: ReadonlySet<number>
}

type Row = Omit<FavouriteView, 'pending'>

const toRow = ({ park_id, name, slug, address }: Favourite): Row => ({ park_id, name, slug, address })
const toNewRow = ({ parkId, place }: FavouriteCommand): Row => ({ park_id: parkId, ...place })

function fold({ value, savedAt }: Saved<readonly Favourite[]>, unanswered: Unanswered): Saved<Favourites> {
  const rows = projectFavourites(value.map(toRow), commandsOf(unanswered), toNewRow)
  return {
    value: {
      shown: rows.map(({ pending, ...row }) => ({ ...row, pending: pending.length > 0 })),
      held: new Set(value.map(({ park_id: id }) => id)),
    },
    savedAt,
  }
}

export const useFavourites = (): Query<Favourites> =>
  useRowsWithOutbox({ read: favouritesIn, absent: NO_FAVOURITES, fold }, [])
