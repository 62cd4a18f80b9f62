import { readRecents, type Recents } from '../db/read/recents.ts'
import { type Query, useSaved } from './query.ts'

export type { Recents }

/** Last searches and viewed parks of this phone, newest first. */
export const useRecents = (): Query<Recents> => useSaved(() => readRecents(), [], readRecents)
