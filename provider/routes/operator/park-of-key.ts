import type { Context } from 'hono'
import { must } from '../../../src/lib/assert.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { OperatedPark } from '../../repositories/closures.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { refuse } from '../refuse.ts'

/** For reads: the car park of the address, if it is the key's; else the refusal is the answer. */
export async function withPark(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  answer: (park: OperatedPark) => Promise<Response>,
): Promise<Response> {
  const park = await findParkWithin(deps.db, must(c.req.param('code'), 'code'), c.get('operator').parks)
  return park.ok ? answer(park.value) : refuse(c, park.error)
}
