import { describe, expect, it } from 'vitest'
import { getHealth, listCountries } from '../../src/api/places.ts'
import { createClient } from '../../src/api/client.ts'
import { retryAfterMs } from '../../src/api/read-answer.ts'
import { addVehicle, editVehicle } from '../../src/api/vehicles.ts'
import { getPark, listTiles } from '../../src/api/parks.ts'
import { getWallet } from '../../src/api/wallet.ts'
import { parkOf } from '../db/support/park.ts'
import type { SessionPort } from '../../src/api/session-port.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { localLocks } from '../../src/lib/locks.ts'
import { systemTimers } from '../../src/lib/timers.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'

const NO_SESSION: SessionPort = {
  find: () => Promise.resolve(undefined),
  keepRefreshKey: (_token, key) => Promise.resolve(key),
  replace: () => Promise.resolve(),
  expire: () => Promise.resolve(),
}
const SESSION: SessionPort = {
  ...NO_SESSION,
  find: () => Promise.resolve({ userId: 'u', accessToken: 'a', refreshToken: 'r', refreshKey: null, live: true }),
}

type Answer = (request: Request) => Response | Promise<Response>

const clientOf = (answer: Answer, session: SessionPort = NO_SESSION) =>
  createClient({
    baseUrl: 'http://phone.test/api/v1',
    fetch: (request) => Promise.resolve().then(() => answer(request)),
    session,
    locks: localLocks(),
    language: () => 'fr',
    clock: systemClock,
    timers: systemTimers,
    newId: uuid7,
    listenForDate: () => () => undefined,
  })

const JSON_TYPE = { 'content-type': 'application/json' }
const COUNTRY = { id: 1, name: 'Nigeria', code: 'NG', flag: '🇳🇬', currency: 'NGN' }
const VEHICLE = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  plate: 'ABC-123',
  plate_normalised: 'ABC123',
  country_code: 'NG',
  region: null,
  vehicle_type_id: 1,
  label: null,
  colour: null,
  make: null,
  model: null,
  is_default: true,
  version: 1,
  updated_at: '2026-11-23T12:00:00Z',
}

const countries = async (answer: Answer) => listCountries(clientOf(answer))

describe('the client', () => {
  it('asks below the base in the language of the driver', async () => {
    const seen: Request[] = []
    await countries((request) => {
      seen.push(request)
      return Response.json({ data: [COUNTRY] })
    })
    expect(seen.map(({ url, headers }) => [url, headers.get('accept-language')])).toEqual([
      ['http://phone.test/api/v1/countries', 'fr'],
    ])
  })

  it('takes an answer that has the agreed shape', async () => {
    expect(await countries(() => Response.json({ data: [COUNTRY] }))).toEqual({ ok: true, value: [COUNTRY] })
  })

  it('calls JSON of another shape, cut short or empty an invalid response', async () => {
    const bodies = [JSON.stringify({ data: [{ ...COUNTRY, currency: 'EUR' }] }), '{"data":[{"id":1,', '', 'null']
    for (const body of bodies) {
      const answer = await countries(() => new Response(body, { headers: JSON_TYPE }))
      expect(answer).toEqual({ ok: false, error: { kind: 'invalid_response', status: 200 } })
    }
  })

  it('takes nothing from a portal: HTML with 200, an error page, a redirect', async () => {
    const html = { 'content-type': 'text/html' }
    expect(await countries(() => new Response('<html>', { headers: html }))).toMatchObject({
      error: { kind: 'foreign' },
    })
    expect(await countries(() => new Response('<html>', { status: 502, headers: html }))).toMatchObject({
      error: { kind: 'foreign', status: 502 },
    })
    const redirected = Response.json({ data: [COUNTRY] })
    Object.defineProperty(redirected, 'redirected', { value: true })
    expect(await countries(() => redirected)).toMatchObject({ error: { kind: 'foreign' } })
  })

  it('sends the key of the refresh that another tab has stored first, so that both get one successor', async () => {
    const keys: (string | null)[] = []
    const session: SessionPort = { ...SESSION, keepRefreshKey: () => Promise.resolve('stored-first') }
    const client = clientOf((request) => {
      if (request.url.endsWith('/auth/refresh')) keys.push(request.headers.get('idempotency-key'))
      const problem = {
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'token_expired',
        detail: 'Expired',
      }
      const headers = { 'content-type': 'application/problem+json' }
      return new Response(JSON.stringify(problem), { status: 401, headers })
    }, session)
    await getWallet(client, 'CAD')
    expect(keys).toEqual(['stored-first'])
  })

  it('sends no refresh with a token that another tab has replaced', async () => {
    let asked = 0
    const tokens = { userId: 'u', refreshToken: 'r', refreshKey: null, live: true }
    const session: SessionPort = {
      ...SESSION,
      find: () => {
        asked += 1
        return Promise.resolve({ ...tokens, accessToken: asked > 2 ? 'next' : 'old' })
      },
      keepRefreshKey: () => Promise.resolve(undefined),
    }
    const sent: string[] = []
    const client = clientOf((request) => {
      sent.push(`${new URL(request.url).pathname} ${request.headers.get('authorization') ?? ''}`)
      const problem = {
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'token_expired',
        detail: 'Expired',
      }
      const headers = { 'content-type': 'application/problem+json' }
      return new Response(JSON.stringify(problem), { status: 401, headers })
    }, session)
    await getWallet(client, 'CAD')
    expect(sent).toEqual(['/api/v1/wallet Bearer old', '/api/v1/wallet Bearer next'])
  })

  it('believes no problem that names another status than its answer: it was said to something else', async () => {
    const refusal = { type: 'about:blank', title: 'Gone', status: 404, code: 'not_found', detail: 'Gone' }
    const answerWith = (status: number) =>
      clientOf(
        () =>
          new Response(JSON.stringify(refusal), { status, headers: { 'content-type': 'application/problem+json' } }),
      )
    const own = await getPark(answerWith(404), 'p')
    expect(own).toMatchObject({ ok: false, error: { kind: 'problem', status: 404, code: 'not_found' } })
    const foreign = await getPark(answerWith(409), 'p')
    expect(foreign).toEqual({ ok: false, error: { kind: 'invalid_response', status: 409 } })
  })

  it('stops reading an answer that is longer than anything the provider says', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(1_000_000).fill(32))
      },
    })
    const answer = await countries(() => new Response(endless, { headers: JSON_TYPE }))
    expect(answer).toEqual({ ok: false, error: { kind: 'invalid_response', status: 200 } })
    expect(sent).toBeLessThan(15)
  })

  it('believes nothing that is about something else than what was asked for', async () => {
    const wallet = { balance: 5, currency: 'NGN', held: 0, as_of: '2026-11-23T12:00:00Z' }
    const wrongPurse = await getWallet(
      clientOf(() => Response.json({ data: wallet }), SESSION),
      'CAD',
    )
    expect(wrongPurse).toMatchObject({ error: { kind: 'invalid_response' } })
    const park = (name: string) =>
      getPark(
        clientOf(() => Response.json({ data: parkOf({ id: 7, slug: 'union-toronto', code: 'CA7KQ2M' }) })),
        name,
      )
    expect(await park('other-toronto')).toMatchObject({ error: { kind: 'invalid_response' } })
    for (const name of ['7', 'Union-Toronto', 'ca7kq2m']) expect(await park(name), name).toMatchObject({ ok: true })
    const edit = editVehicle({
      id: '01890a5d-0000-774b-bcce-b302099a8057',
      body: { plate: 'ABC-123', country_code: 'NG', version: 1 },
    }).send(
      clientOf(() => Response.json({ data: VEHICLE }, { headers: { 'idempotency-key': 'k' } }), SESSION),
      'k',
    )
    expect(await edit).toMatchObject({ error: { kind: 'invalid_response' } })
    const tiles = listTiles(
      clientOf(() => Response.json({ data: [{ cell: 2, revision: 'r', parks: [] }] })),
      [1],
    )
    expect(await tiles).toMatchObject({ error: { kind: 'invalid_response' } })
  })

  it('reads a refusal with its code, fields and what else it says', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'wallet_too_low',
      detail: 'Solde insuffisant.',
      errors: [{ field: 'plate', code: 'plate_invalid', detail: 'Plaque' }],
      missing: 500,
    }
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' }
    const answer = await countries(() => new Response(JSON.stringify(problem), { status: 409, headers }))
    expect(answer).toEqual({
      ok: false,
      error: {
        kind: 'problem',
        status: 409,
        code: 'wallet_too_low',
        detail: 'Solde insuffisant.',
        fields: problem.errors,
        extra: { missing: 500 },
        retryAfterMs: 7000,
      },
    })
  })

  it('believes a write only with the echo of its key', async () => {
    const send = (echo: string | null) =>
      addVehicle({ plate: 'ABC-123', country_code: 'NG' }).send(
        clientOf(
          () => Response.json({ data: VEHICLE }, { headers: echo === null ? {} : { 'idempotency-key': echo } }),
          SESSION,
        ),
        'my-key',
      )
    expect(await send('my-key')).toMatchObject({ ok: true })
    expect(await send('other')).toMatchObject({ error: { kind: 'unechoed' } })
    expect(await send(null)).toMatchObject({ error: { kind: 'unechoed' } })
  })

  it('sends nothing for a driver who is not signed in', async () => {
    const client = clientOf(() => {
      throw new Error('sent')
    })
    expect(await addVehicle({ plate: 'A', country_code: 'NG' }).send(client, 'my-key')).toEqual({
      ok: false,
      error: { kind: 'signed_out' },
    })
  })

  it('tells a lost connection from an answer that never ends', async () => {
    const lost = await countries(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(lost).toEqual({ ok: false, error: { kind: 'network' } })
    const trickling = (request: Request): Response =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{'))
            request.signal.addEventListener('abort', () => controller.error(request.signal.reason))
          },
        }),
        { headers: JSON_TYPE },
      )
    expect(await getHealth(clientOf(trickling), 40)).toEqual({ ok: false, error: { kind: 'timeout' } })
  })

  it('lets a bug of our own through instead of calling it a bad connection', async () => {
    const broken = countries(() => {
      throw new RangeError('bug')
    })
    await expect(broken).rejects.toThrow('bug')
  })
})

describe('Retry-After', () => {
  it('is read as seconds or as a date, clamped to an hour, and ignored when absurd', () => {
    const now = Date.parse('2026-11-23T12:00:00Z')
    expect(retryAfterMs('12', now)).toBe(12_000)
    expect(retryAfterMs('Mon, 23 Nov 2026 12:00:30 GMT', now)).toBe(30_000)
    expect(retryAfterMs('Mon, 23 Nov 2020 12:00:30 GMT', now)).toBe(0)
    expect(retryAfterMs('999999999', now)).toBe(3_600_000)
    expect(retryAfterMs('soon', now)).toBeNull()
    expect(retryAfterMs(null, now)).toBeNull()
  })

  it('as a date is counted from the time of the answer, not from a clock that is two days off', async () => {
    const answer = () =>
      new Response(JSON.stringify({ type: 'about:blank', title: '', status: 429, code: 'rate_limited', detail: '' }), {
        status: 429,
        headers: {
          'content-type': 'application/problem+json',
          date: 'Mon, 02 Jan 2006 12:00:00 GMT',
          'retry-after': 'Mon, 02 Jan 2006 12:00:30 GMT',
        },
      })
    const refused = await countries(answer)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'problem', retryAfterMs: 30_000 } })
  })
})
