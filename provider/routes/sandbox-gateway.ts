import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ProviderDeps } from '../services/deps.ts'
import { signSandboxWebhook } from '../gateways/sandbox.ts'
import {
  type Later,
  LATER,
  type Outcome,
  OUTCOMES,
  renderSandboxPage,
  SANDBOX_PAGE_POLICY,
} from '../gateways/sandbox-page.ts'
import { CARDS } from '../gateways/sandbox-saved.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { backgroundSettled } from '../services/background.ts'
import { findCharge, type SandboxCharge, settleCharge } from '../repositories/sandbox-charges.ts'
import { playBack } from '../services/sandbox-back.ts'
import { acceptWebhook } from '../services/payments-webhook.ts'

/** Like mobile money: the driver is asked to wait, and the operator confirms later. */
const DELAY_MS = 10_000
const WEBHOOK_WAIT_MS = 2_000

const isOutcome = (text: string): text is Outcome => (OUTCOMES as readonly string[]).includes(text)
const isLater = (text: string): text is Later => (LATER as readonly string[]).includes(text)

const STATUS = {
  pay: 'paid',
  declines_later: 'paid',
  delay: 'paid',
  duplicate: 'paid',
  fail: 'failed',
  abandon: 'abandoned',
} as const

interface News {
  readonly reference: string
  readonly type: string
  readonly times?: number
}

/** Delivers a webhook, as a gateway would over the network. */
async function tell(deps: ProviderDeps, { reference, type, times = 1 }: News): Promise<void> {
  const nowMs = deps.clock.now()
  const event = { id: `evt_${randomUUID()}`, type, reference, nowMs }
  const webhook = { ...(await signSandboxWebhook(deps.db, event)), nowMs }
  for (let sent = 0; sent < times; sent += 1) await acceptWebhook(deps, 'sandbox', webhook)
}

/** A duplicate sends the same event twice. A delayed payment sends no webhook. */
async function notify(deps: ProviderDeps, reference: string, outcome: Outcome): Promise<void> {
  if (outcome === 'abandon' || outcome === 'delay') return
  await tell(deps, { reference, type: `charge.${STATUS[outcome]}`, times: outcome === 'duplicate' ? 2 : 1 })
}

const EVENT: Readonly<Record<Later, string | null>> = {
  reverse: 'charge.reversed',
  dispute: 'charge.dispute.created',
  dispute_won: 'charge.dispute.closed',
  dispute_lost: 'charge.dispute.closed',
  slow_refunds: null,
  refunds_arrive: 'refund.processed',
  refunds_fail: 'refund.failed',
}

async function playLater(deps: ProviderDeps, reference: string, later: Later): Promise<void> {
  await playBack(deps.db, { reference, later, nowMs: deps.clock.now() })
  const type = EVENT[later]
  if (type !== null) await tell(deps, { reference, type })
  await backgroundSettled(WEBHOOK_WAIT_MS)
}

async function settle(deps: ProviderDeps, charge: SandboxCharge, outcome: Outcome): Promise<void> {
  const paidMs = STATUS[outcome] === 'paid' ? deps.clock.now() + (outcome === 'delay' ? DELAY_MS : 0) : null
  const card = charge.keeps ? (outcome === 'declines_later' ? CARDS.declining : CARDS.good) : undefined
  await settleCharge(deps.db, charge.reference, { status: STATUS[outcome], paidMs, card })
  await notify(deps, charge.reference, outcome)
  // A verification right after paying here finds the payment settled, rather than another verification in progress.
  await backgroundSettled(WEBHOOK_WAIT_MS)
}

/** Where the driver came from, as a path only, so that the browser stays on its origin. */
const toReturnPath = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

const isPage = (c: Context<AppEnv>): boolean => (c.req.header('accept') ?? '').includes('text/html')

/** The sandbox gateway's page, `/sandbox/pay/{reference}`, and the actions of its buttons. 404 without SANDBOX. */
export function sandboxGatewayRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  // A charge of a saved card is settled when it is made, so it has no payment page.
  const find = async (reference: string): Promise<SandboxCharge | undefined> => {
    const charge = deps.config.sandbox ? await findCharge(deps.db, reference) : undefined
    return charge?.return_url === '' ? undefined : charge
  }

  routes.get('/sandbox/pay/:reference', async (c) => {
    const charge = await find(c.req.param('reference'))
    if (charge === undefined) return problem(c, 'not_found')
    c.header('vary', 'Accept-Language')
    c.header('content-security-policy', SANDBOX_PAGE_POLICY)
    const shown = { ...charge, return_url: toReturnPath(charge.return_url) }
    return c.html(renderSandboxPage(shown, c.get('language')))
  })

  routes.post('/sandbox/pay/:reference', async (c) => {
    const charge = await find(c.req.param('reference'))
    if (charge === undefined) return problem(c, 'not_found')
    const outcome = c.req.query('outcome') ?? ''
    if (isLater(outcome) && charge.status === 'paid') await playLater(deps, charge.reference, outcome)
    else if (isOutcome(outcome)) await settle(deps, charge, outcome)
    else return problem(c, 'validation_failed', { fields: [{ field: 'outcome', code: 'invalid' }] })
    // Later events stay on the page of a paid charge, which offers more of them.
    if (isPage(c)) return c.redirect(isLater(outcome) ? c.req.path : toReturnPath(charge.return_url), 303)
    return c.json({ reference: charge.reference, outcome })
  })

  return routes
}
