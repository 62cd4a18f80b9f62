import { Hono } from 'hono'
import { jwksSchema, passKeysSchema } from '../../src/contract/pass-keys.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'

/**
 * Serves the same keys in the format of third-party libraries (RFC 7517), for any origin. See docs/verify-passes.md.
 */
export function wellKnownRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/.well-known/jwks.json',
    describe(
      {
        tag: 'passes',
        summary: 'The keys that verify passes, as a JSON Web Key Set',
        answers: { 200: jwksSchema },
      },
      deps.config,
    ),
    async (c) => {
      const keys = (await deps.signer.publicKeys()).map(({ kid, jwk: { kty, crv, x, y } }) => ({
        ...{ kty, crv, x, y, kid: String(kid) },
        ...{ use: 'sig' as const, alg: 'ES256' as const },
      }))
      const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
      return c.json({ keys }, 200, { 'cache-control': 'public, max-age=300', ...open })
    },
  )
  return routes
}

/** Public keys that verify passes and signs, newest first; phones store them, so that both can be verified offline. */
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
