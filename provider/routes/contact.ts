import { type Context, Hono } from 'hono'
import { contactBody, contactForm, contactSingle, visitorContactBody } from '../../src/contract/contact.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { type ContactRefusal, makeFormToken, takeMessage, takeVisitorMessage } from '../services/contact.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'

function refuseMessage(c: Context<AppEnv>, refusal: ContactRefusal): Response {
  if (refusal === 'form_token')
    return problem(c, 'validation_failed', { fields: [{ field: 'form_token', code: 'invalid' }] })
  if (typeof refusal === 'string') return problem(c, refusal)
  return problem(c, 'rate_limited', { retryAfterSeconds: refusal.waitSeconds })
}

function userRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    {
      tag: 'service',
      summary: 'Write to us, or ask for a demo; it is emailed to our inbox',
      answers: { 201: contactSingle },
      secured: true,
      idempotent: true,
    },
    deps.config,
  )
  routes.post('/contact', description, requireUser(deps), validate('json', contactBody), (c) => {
    const { website: _, ...message } = c.req.valid('json')
    const written = { message, language: c.get('language'), nowMs: deps.clock.now(), userId: c.get('userId') }
    return idempotent(
      c,
      deps,
      onSql(deps, async (tx) => {
        const taken = await takeMessage(tx, written, deps.random)
        return taken.ok ? c.json({ data: taken.value }, 201) : refuseMessage(c, taken.error)
      }),
    )
  })
}

function visitorRoutes(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const describeVisitor = (summary: string, answers: Parameters<typeof describe>[0]['answers']) =>
    describe({ tag: 'service', summary, answers }, deps.config)
  routes.get('/contact/form', describeVisitor('Begin a form without an account', { 200: contactForm }), async (c) => {
    c.header('cache-control', 'no-store')
    return c.json({ data: { form_token: await makeFormToken(deps) } })
  })
  const summary = 'The same without an account, once for a form'
  routes.post(
    '/contact/visitor',
    describeVisitor(summary, { 201: contactSingle }),
    validate('json', visitorContactBody),
    async (c) => {
      const { website: _, form_token: token, ...message } = c.req.valid('json')
      const taken = await takeVisitorMessage(deps, {
        ...{ message, token, address: c.get('address') },
        ...{ language: c.get('language'), nowMs: deps.clock.now() },
      })
      return taken.ok ? c.json({ data: taken.value }, 201) : refuseMessage(c, taken.error)
    },
  )
}

/** Messages from the contact forms. */
export function contactRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  userRoute(deps, routes)
  visitorRoutes(deps, routes)
  return routes
}
