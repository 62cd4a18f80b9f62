import type { Rows } from '../../../provider/repositories/store.ts'
import type { Memory } from './memory.ts'

type Sync<F> = F extends (...rest: infer Rest) => Promise<infer Answer> ? (...rest: Rest) => Answer : never

/** The store's functions without awaits: each runs to its end uninterrupted. */
export type SyncRows = { readonly [Name in keyof Rows]: Sync<Rows[Name]> }

/** Some of these functions, over one memory. */
export type Part<Names extends keyof Rows> = (memory: Memory) => Pick<SyncRows, Names>
