import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { moreRoutes } from '../../src/config/more-routes.ts'
import { routes } from '../../src/config/routes.ts'
import { must } from '../../src/lib/assert.ts'
import { expect } from '../fixtures.ts'
import { type Driver, makeDriver } from '../places.ts'
import type { Language } from '../words.ts'

/** Records that the specified addresses need beyond those of `places.ts`. */
export interface World extends Driver {
  readonly event: string
  readonly product: number
  readonly order: string
}

interface SpecifiedRoute {
  /** As the specification writes it, e.g. `/park/{slug}`. */
  readonly value: string
  /** The title of the test that covers it. */
  readonly test: string
}

interface Item {
  readonly id: number
  readonly code: string
  readonly kind: string
  readonly price: number
}

const FIRST_POST = 1

async function firstOf(request: APIRequestContext, path: string): Promise<readonly Item[]> {
  const answer = await request.get(`/api/v1/${path}`)
  expect(answer.status(), await answer.text()).toBe(200)
  const { items }: { items: Item[] } = await answer.json()
  return items
}

/** Sends the order twice: the refusal of the first states the total, which includes the local taxes. */
async function orderOne(request: APIRequestContext, { account }: Driver, product: Item): Promise<string> {
  const body = { cart_id: randomUUID(), country_code: 'CA', payment_method: 'wallet' }
  const lines = [{ product_id: product.id, quantity: 1, price: product.price }]
  const send = (quoted_total: number) =>
    request.post('/api/v1/orders', {
      headers: { authorization: `Bearer ${account.accessToken}`, 'idempotency-key': randomUUID() },
      data: { ...body, lines, quoted_total },
    })
  const { total }: { total: number } = await (await send(0)).json()
  const ordered = await send(total)
  expect(ordered.status(), await ordered.text()).toBeLessThan(300)
  const { data }: { data: { order_code: string } } = await ordered.json()
  return data.order_code
}

export async function makeWorld(request: APIRequestContext, language: Language): Promise<World> {
  const driver = await makeDriver(request, language)
  const [events, products] = [
    await firstOf(request, 'events?country=CA'),
    await firstOf(request, 'marketplace/products?country=CA'),
  ]
  const goods = must(
    products.find(({ kind }) => kind === 'accessory'),
    'goods of the demo',
  )
  const order = await orderOne(request, driver, goods)
  return { ...driver, event: must(events[0], 'an event of the demo').code, product: goods.id, order }
}

/** Returns the address of a specified route; throws for a route with an unknown placeholder. */
export function toAddress({ value }: SpecifiedRoute, world: World): string {
  const query = value.startsWith('/payment') ? `?payment_reference=${world.unpaid}` : ''
  const written: Readonly<Record<string, string>> = {
    '/park/{slug}': routes.park.href(world.park.slug),
    '/checkout/{slug}': routes.checkout.href(world.park.slug),
    '/event/{event_code}': moreRoutes.event.href(world.event),
    '/booking/event/{event_code}': moreRoutes.bookEvent.href(world.event, ''),
    '/marketplace/{id}': moreRoutes.product.href(world.product),
    '/post/{id}': moreRoutes.post.href(FIRST_POST),
    '/booking-details/{bookingCode}': routes.booking.href(world.code),
    '/booking-success': routes.bookingSuccess.href(world.code),
    '/wallet/callback': moreRoutes.walletCallback.href(world.paid),
    '/how-just{product}-works': moreRoutes.howItWorks.href(),
    '/verify': routes.verify.href('nobody@baywise.test'),
  }
  const code = must(world.park.slug.split('-').at(-1), 'code of a car park').toUpperCase()
  const address = written[value] ?? `${value.replace('{parkCode}', code)}${query}`
  if (address.includes('{')) throw new Error(`no address is known for ${value}`)
  return address
}

export function readSpecifiedRoutes(): readonly SpecifiedRoute[] {
  const text = readFileSync(new URL('../../docs/spec-table/routes.json', import.meta.url), 'utf8')
  const rows = JSON.parse(text) as ReadonlyArray<SpecifiedRoute & { readonly kind: string }>
  return rows.filter(({ kind }) => kind === 'route')
}
