import type { TypicalHours } from '../../contract/typical-hours.ts'
import { databases, type Databases } from '../databases.ts'
import { typicalHoursKey } from '../typical-hours-key.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

/** As the provider last returned it; null when never fetched. */
export const readTypicalHours = (parkId: number, dbs: Databases = databases): Promise<Saved<TypicalHours | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(typicalHoursKey(parkId))
    return { value: row?.typical ?? null, savedAt: row?.savedAt ?? null }
  })
