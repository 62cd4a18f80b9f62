import type { TypicalHours } from '../../contract/typical-hours.ts'
import type { Databases } from '../databases.ts'
import { TYPICAL_HOURS, typicalHoursKey } from '../typical-hours-key.ts'
import { onPublic } from '../with-db.ts'

/** Car parks that were looked at last; each takes about a kilobyte. */
const KEPT = 24

export const applyTypicalHours = (
  dbs: Databases,
  { typical, savedAt }: { readonly typical: TypicalHours; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, async () => {
      await dbs.public.saved.put({ key: typicalHoursKey(typical.park_id), savedAt, typical })
      const rows = await dbs.public.saved.where('key').startsWith(TYPICAL_HOURS).toArray()
      const old = rows.toSorted((a, b) => b.savedAt - a.savedAt).slice(KEPT)
      await dbs.public.saved.bulkDelete(old.map(({ key }) => key))
    }),
  )
