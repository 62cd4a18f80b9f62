import { Hono } from 'hono'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { passkeyRoutes } from './auth-passkeys.ts'
import { passkeyLoginRoutes } from './auth-passkey-login.ts'
import { passwordRoutes } from './auth-password.ts'
import { registrationRoutes } from './auth-registration.ts'
import { sessionRoutes } from './auth-session.ts'
import { sessionListRoutes } from './auth-sessions.ts'
import { socialRoutes } from './auth-social.ts'

/** Everything under `/auth`: registration, signing in and out, forgotten passwords. */
export function authRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.route('/auth', registrationRoutes(deps))
  routes.route('/auth', sessionRoutes(deps))
  routes.route('/auth', passwordRoutes(deps))
  routes.route('/auth', sessionListRoutes(deps))
  routes.route('/auth', passkeyRoutes(deps))
  routes.route('/auth', passkeyLoginRoutes(deps))
  routes.route('/auth', socialRoutes(deps))
  return routes
}
