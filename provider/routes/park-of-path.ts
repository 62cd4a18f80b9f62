import type { Context } from 'hono'
import type { Park } from '../../src/contract/parks.ts'
import { parseParkCode } from '../../src/domain/code.ts'
import type { AppEnv } from '../http/app-env.ts'
import { LARGEST_PARK_ID } from '../repositories/bookable-parks.ts'
import type { ParkKey } from '../repositories/parks.ts'
import type { ProviderDeps } from '../services/deps.ts'

/** Reads an id, a code in any case, or else a slug. */
function toKey(text: string): ParkKey | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= LARGEST_PARK_ID ? { id: Number(text) } : undefined
  const code = parseParkCode(text)
  return code.ok ? { code: code.value } : { slug: text.toLowerCase() }
}

/** Finds the park named by `:park` in the path. */
export async function findParkOfPath(
  c: Context<AppEnv>,
  deps: Pick<ProviderDeps, 'store' | 'clock'>,
): Promise<Park | undefined> {
  const key = toKey(c.req.param('park') ?? '')
  return key === undefined ? undefined : deps.store.findPark(key, deps.clock.now())
}
