import type { Context } from 'hono'
import { Hono } from 'hono'
import {
  socialConfigSingle,
  type SocialLoginBody,
  socialLoginBody,
  socialSessionSchema,
} from '../../src/contract/social.ts'
import { type CountryCode, isCountryCode } from '../../src/domain/country.ts'
import { toUserId } from '../../src/domain/ids.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { startSession } from './open-session.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import type { Language } from '../messages/language.ts'
import { findSocialUserId, insertSocialIdentity, listSocialProviders } from '../repositories/social-identities.ts'
import { findUser, findUserByEmail, insertUser, newAccount, type UserRow } from '../repositories/users.ts'
import { normaliseEmail } from '../rules/registration.ts'
import { judgeSocial, type SocialIdentity, splitName, type SocialVerdict } from '../rules/social-account.ts'
import type { SocialConfig } from '../rules/social-config.ts'
import { createSocialTokens } from '../services/social-token.ts'

const RETRY_SECONDS = 30
/** The account's country when neither the phone nor the proxy gives one: the specification's fallback. */
const FALLBACK_COUNTRY: CountryCode = 'US'

/** What a token does not tell about a new user. */
interface Newcomer {
  readonly project: string
  readonly name: string | undefined
  readonly country_code: CountryCode
  readonly language: Language
  readonly nowMs: number
}

/**
 * Looks up the identity last: a concurrent twin of this request commits account and identity together, so a request
 * that sees its account also sees its identity.
 */
async function judge(tx: Queryable, project: string, identity: SocialIdentity): Promise<SocialVerdict<UserRow>> {
  const { email, uid } = identity
  const sameEmail = email === undefined ? undefined : await findUserByEmail(tx, normaliseEmail(email))
  const providers = sameEmail === undefined ? [] : await listSocialProviders(tx, sameEmail.user_id)
  const ownId = await findSocialUserId(tx, { project, uid })
  const own = ownId === undefined ? undefined : await findUser(tx, ownId)
  return judgeSocial({ identity, own, sameEmail, providers })
}

/** Creates the account with its verified address. Returns undefined when a concurrent twin was first. */
async function create(
  tx: Queryable,
  { identity, email: given }: { readonly identity: SocialIdentity; readonly email: string },
  { project, name, country_code, language, nowMs }: Newcomer,
): Promise<UserRow | undefined> {
  const email = normaliseEmail(given)
  const user = {
    user_id: toUserId(uuid7(nowMs)),
    email,
    password_hash: null,
    ...splitName(identity.name ?? name, email),
    phone: null,
    country_code,
    language,
    email_verified_at: nowMs,
  }
  if (!(await insertUser(tx, user, nowMs))) return undefined
  const { uid, provider } = identity
  await insertSocialIdentity(tx, { project, uid, provider, userId: user.user_id, nowMs })
  return newAccount(user)
}

type Outcome =
  | Exclude<SocialVerdict<UserRow>, { kind: 'create' }>
  | { readonly kind: 'created'; readonly user: UserRow }

async function openAccount(deps: ProviderDeps, identity: SocialIdentity, newcomer: Newcomer): Promise<Outcome> {
  for (;;) {
    const outcome = await deps.db.transaction(async (tx): Promise<Outcome | undefined> => {
      const verdict = await judge(tx, newcomer.project, identity)
      if (verdict.kind !== 'create') return verdict
      const user = await create(tx, { identity, email: verdict.email }, newcomer)
      return user === undefined ? undefined : { kind: 'created', user }
    })
    // Undefined: a concurrent request created the account between the read and the write, so the next attempt finds it.
    if (outcome !== undefined) return outcome
  }
}

function countryOf(c: Context<AppEnv>, body: SocialLoginBody, header: string | undefined): CountryCode {
  const named = header === undefined ? undefined : c.req.header(header)?.trim().toUpperCase()
  if (body.country_code !== undefined) return body.country_code
  return named !== undefined && isCountryCode(named) ? named : FALLBACK_COUNTRY
}

function loginRoute(deps: ProviderDeps, routes: Hono<AppEnv>, config: SocialConfig | null): void {
  const tokens = config === null ? undefined : createSocialTokens(config, deps)
  const description = describe(
    { tag: 'auth', summary: 'Sign in with a token of the identity service', answers: { 200: socialSessionSchema } },
    deps.config,
  )
  routes.post('/social-login', description, validate('json', socialLoginBody), async (c) => {
    if (config === null || tokens === undefined) return problem(c, 'social_unavailable')
    const body = c.req.valid('json')
    const verified = await tokens.verify(body.id_token)
    if (!verified.ok) {
      const wait = verified.error === 'social_unavailable' ? { retryAfterSeconds: RETRY_SECONDS } : {}
      return problem(c, verified.error, wait)
    }
    const outcome = await openAccount(deps, verified.value, {
      project: config.projectId,
      name: body.name ?? undefined,
      country_code: countryOf(c, body, deps.config.geoCountryHeader),
      language: c.get('language'),
      nowMs: deps.clock.now(),
    })
    switch (outcome.kind) {
      case 'refuse':
        return problem(c, outcome.code)
      case 'open':
      case 'created':
        return c.json({
          ...(await startSession(c, deps, outcome.user)),
          is_new_user: outcome.kind === 'created',
        })
      default:
        return unreachable(outcome)
    }
  })
}

function configRoute(deps: ProviderDeps, routes: Hono<AppEnv>, config: SocialConfig | null): void {
  const description = describe(
    { tag: 'auth', summary: 'Where social sign-in goes', answers: { 200: socialConfigSingle } },
    deps.config,
  )
  routes.get('/social-config', description, (c) => {
    if (config === null) return c.json({ data: null })
    const { projectId, apiKey, authDomain, emulatorHost } = config
    return c.json({
      data: {
        project_id: projectId,
        api_key: apiKey,
        auth_domain: authDomain,
        emulator_url: emulatorHost === null ? null : `http://${emulatorHost}`,
      },
    })
  })
}

/** GET /social-config, POST /social-login. */
export function socialRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  configRoute(deps, routes, deps.config.social)
  loginRoute(deps, routes, deps.config.social)
  return routes
}
