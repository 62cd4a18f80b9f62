import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { sessionSchema } from '../../src/contract/auth.ts'
import { confirmKeepBody, guestBody, keepGuestBody } from '../../src/contract/guests.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { validate } from '../http/validate.ts'
import { findUser } from '../repositories/users.ts'
import { deviceOf } from '../rules/device.ts'
import { normaliseEmail, toPhone } from '../rules/registration.ts'
import { takeMail } from '../services/account-mails.ts'
import { runInBackground } from '../services/background.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { keepGuest, sendKeepCode } from '../services/guest-keep.ts'
import { startGuest } from '../services/guest-start.ts'
import { requireUser } from './guards/require-user.ts'
import { toSessionWire } from './open-session.ts'

type Contact = { readonly email: string | null; readonly phone: string | null }

/** Returns undefined for an invalid phone number. */
function toContact(body: v.InferOutput<typeof guestBody>): Contact | undefined {
  if ('email' in body.contact) return { email: normaliseEmail(body.contact.email), phone: null }
  const phone = toPhone(body.contact.phone, body.country_code)
  return typeof phone === 'string' ? { email: null, phone } : undefined
}

function startRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    {
      tag: 'auth',
      summary: 'Book as a guest: a session for own bookings only',
      answers: { 201: sessionSchema },
      idempotent: true,
    },
    deps.config,
  )
  routes.post('/front/guest', description, validate('json', guestBody), async (c) => {
    const key = findIdempotencyKey(c)
    if (key === undefined) return problem(c, 'idempotency_key_required')
    const body = c.req.valid('json')
    const contact = toContact(body)
    if (contact === undefined) return problem(c, 'validation_failed', { fields: [{ field: 'phone', code: 'phone' }] })
    const guest = { ...contact, countryCode: body.country_code, language: body.language }
    const device = deviceOf(c.req.header('user-agent'))
    const started = await startGuest(deps, { guest, key, device, address: c.get('address') })
    if (typeof started === 'string') return problem(c, started)
    if ('waitSeconds' in started) return problem(c, 'rate_limited', { retryAfterSeconds: started.waitSeconds })
    return c.json(await toSessionWire(c, deps, started), 201)
  })
}

async function confirmKeep(c: Context<AppEnv>, deps: ProviderDeps, code: string): Promise<Response> {
  const device = deviceOf(c.req.header('user-agent'))
  const kept = await keepGuest(deps, { userId: c.get('userId'), code, device, key: findIdempotencyKey(c) })
  if (typeof kept === 'string') return problem(c, kept)
  if ('waitSeconds' in kept) return problem(c, 'rate_limited', { retryAfterSeconds: kept.waitSeconds })
  return c.json(await toSessionWire(c, deps, kept))
}

function keepRoutes(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const user = requireUser(deps)
  const describeKeep = (summary: string, answers: Parameters<typeof describe>[0]['answers']) =>
    describe({ tag: 'auth', summary, answers, secured: true }, deps.config)

  routes.post(
    '/front/guest/keep',
    describeKeep('Mail a code that makes an account of the guest, or moves the bookings into the one of the address', {
      202: v.object({}),
    }),
    user,
    validate('json', keepGuestBody),
    async (c) => {
      const email = normaliseEmail(c.req.valid('json').email)
      const guest = await findUser(deps.db, c.get('userId'))
      if (guest?.guest !== 'open') return problem(c, 'forbidden')
      const waitSeconds = await takeMail(deps, 'guest_keep', email)
      if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
      runInBackground(deps.log, 'guest.keep', () => sendKeepCode(deps, guest, email))
      return c.json({}, 202)
    },
  )

  routes.post(
    '/front/guest/keep/confirm',
    describeKeep('Prove the address with its code; signs in to the account', { 200: sessionSchema }),
    user,
    validate('json', confirmKeepBody),
    (c) => confirmKeep(c, deps, c.req.valid('json').code),
  )
}

/** POST /front/guest, /front/guest/keep, /front/guest/keep/confirm. */
export function guestRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  startRoute(deps, routes)
  keepRoutes(deps, routes)
  return routes
}
