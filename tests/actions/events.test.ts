import { expect, test } from 'vitest'
import { loadEvent, loadEvents, openEvent } from '../../src/actions/events.online.ts'
import { readEvent, readEvents, readPrivateEvents } from '../../src/db/read/events.ts'
import { detailOf, eventOf, pageOf } from '../contract/support/events.ts'
import { problemOf, START_MS } from '../sync/support/small-provider.ts'
import { createTestPhone, offline } from '../sync/support/test-phone.ts'

const SECRET = detailOf({ code: 'EVPRVT0A', name: 'Staff evening', is_private: true })

/** A provider with one public event and one private event, which needs its grant. */
function createRig() {
  let now = START_MS
  const bodies: unknown[] = []
  const phone = createTestPhone({
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/events')) return Response.json(pageOf([eventOf()]))
      if (pathname.endsWith('/events/access')) {
        const body = (await request.json()) as { access_code: string }
        bodies.push(body)
        return body.access_code === 'OPEN-ME'
          ? Response.json({ data: { event: SECRET, grant: 'grant-1' } })
          : problemOf(404, 'access_code_wrong')
      }
      const code = pathname.split('/').at(-1) ?? ''
      if (code === SECRET.code) {
        return request.headers.get('event-grant') === 'grant-1'
          ? Response.json({ data: { ...SECRET, version: 2 } })
          : problemOf(404, 'event_not_found')
      }
      return Response.json({ data: detailOf({ code }) })
    },
    clock: { now: () => now },
  })
  return { phone, bodies, advance: (ms: number) => (now += ms) }
}

test('a country’s events stay on the phone with their age', async () => {
  const { phone } = createRig()
  expect((await loadEvents('CA', phone)).ok).toBe(true)
  expect(await readEvents('CA', phone.dbs)).toEqual({ value: [eventOf()], savedAt: START_MS })
  expect((await readEvents('US', phone.dbs)).value).toBeNull()
  phone.line.through = offline
  expect((await loadEvents('CA', phone)).ok).toBe(false)
  expect((await readEvents('CA', phone.dbs)).value).toHaveLength(1)
})

test('a private event opens with its code, which stands in no address, and is renewed with its grant from then on', async () => {
  const { phone, bodies } = createRig()
  expect(await loadEvent(SECRET.code, phone)).toMatchObject({ ok: false, error: { code: 'event_not_found' } })
  expect(await openEvent('WRONG', phone)).toMatchObject({ ok: false, error: { code: 'access_code_wrong' } })
  expect((await openEvent('OPEN-ME', phone)).ok).toBe(true)
  expect(bodies).toEqual([{ access_code: 'WRONG' }, { access_code: 'OPEN-ME' }])
  expect(phone.line.sent.filter(({ path }) => path.includes('OPEN-ME'))).toEqual([])
  expect((await loadEvent(SECRET.code, phone)).ok).toBe(true)
  expect((await readEvent(SECRET.code.toLowerCase(), phone.dbs)).value).toMatchObject({
    grant: 'grant-1',
    detail: { version: 2 },
  })
  expect((await readPrivateEvents(phone.dbs)).value.map(({ name }) => name)).toEqual(['Staff evening'])
})

test('public events that were opened longest ago are given up, private ones are not', async () => {
  const { phone, advance } = createRig()
  await openEvent('OPEN-ME', phone)
  for (let index = 0; index < 26; index += 1) {
    advance(1_000)
    await loadEvent(`EV00000${String.fromCharCode(65 + index)}`, phone)
  }
  expect((await readEvent('EV00000B', phone.dbs)).value).toBeNull()
  expect((await readEvent('EV00000C', phone.dbs)).value).not.toBeNull()
  expect((await readEvent(SECRET.code, phone.dbs)).value).not.toBeNull()
})
