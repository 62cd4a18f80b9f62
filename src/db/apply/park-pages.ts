import type { Page } from '../../contract/common.ts'
import type { Park } from '../../contract/parks.ts'
import type { Databases } from '../databases.ts'
import { PARK_PAGES, parkPageKey, type ParkPageQuery } from '../park-page-key.ts'
import { onPublic } from '../with-db.ts'
import { applyParks } from './parks.ts'

/** A page, which is ids and a total, takes about a hundred bytes. */
const KEPT_PAGES = 40

export interface ParkPageAnswer {
  readonly query: ParkPageQuery
  readonly answer: Pick<Page<Park>, 'items' | 'total'>
  readonly savedAt: number
}

/** Stores the car parks of a page and the page itself, so that the same page is available with no signal. */
export async function applyParkPage(dbs: Databases, { query, answer, savedAt }: ParkPageAnswer): Promise<void> {
  await applyParks(dbs, answer.items, savedAt)
  const page = { ids: answer.items.map(({ id }) => id), total: answer.total }
  await onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, async () => {
      await dbs.public.saved.put({ key: parkPageKey(query), savedAt, page })
      const pages = await dbs.public.saved.where('key').startsWith(PARK_PAGES).toArray()
      const old = pages.toSorted((a, b) => b.savedAt - a.savedAt).slice(KEPT_PAGES)
      await dbs.public.saved.bulkDelete(old.map(({ key }) => key))
    }),
  )
}
