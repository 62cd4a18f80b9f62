import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

export const applyInstallId = (dbs: Databases, id: string): Promise<void> =>
  onPublic(dbs, async () => {
    await dbs.public.install.put({ key: 'install', id })
  })
