import type { TypicalHours } from '../../contract/typical-hours.ts'
import type { Databases } from '../databases.ts'
import { TYPICAL_HOURS, typicalHoursKey } from '../typical-hours-key.ts'
import { onPublic } from '../with-db.ts'
import { keepLately } from './keep-lately.ts'

/** Each takes about a kilobyte. */
export const applyTypicalHours = (
  dbs: Databases,
  { typical, savedAt }: { readonly typical: TypicalHours; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, () =>
      keepLately(dbs.public, TYPICAL_HOURS, { key: typicalHoursKey(typical.park_id), savedAt, typical }),
    ),
  )
