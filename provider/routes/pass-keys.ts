import { Hono } from 'hono'
import { passKeysSchema } from '../../src/contract/pass-keys.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'

/** Public keys that verify passes and signs, newest first; kept by phones, so that both are checked with no signal. */
export function passKeyRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/pass/keys',
    describe(
      {
        tag: 'passes',
        summary: 'Public keys that verify passes and the printed signs of car parks',
        answers: { 200: passKeysSchema },
      },
      deps.config,
    ),
    async (c) =>
      c.json({ keys: await deps.signer.publicKeys(), sign_keys: [...(await deps.signer.signKeys())] }, 200, {
        'cache-control': 'no-cache',
      }),
  )
  return routes
}
