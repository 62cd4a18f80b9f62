import type { Context } from 'hono'
import { must } from '../../../src/lib/assert.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { OperatedPark } from '../../repositories/closures.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { refuse } from '../refuse.ts'

/** For reads: runs `work` with the car park in the path if the key may see it, else answers with the refusal. */
export async function withPark(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  answer: (park: OperatedPark) => Promise<Response>,
): Promise<Response> {
  const park = await findParkWithin(deps.db, must(c.req.param('code'), 'code'), c.get('operator').parks)
  return park.ok ? answer(park.value) : refuse(c, park.error)
}
