import { describe, expect, test } from 'vitest'
import { continueRegion } from '../../../src/actions/regions.online.ts'
import { keepIt, openScene, parksOn, rowOf, type Scene } from './support/pack-phone.ts'
import { packPark, REGION } from './support/pack-provider.ts'

type Change = (answer: Response) => Promise<Response> | Response

interface Fault {
  readonly what: string
  /** Part of the path whose answers are corrupted. */
  readonly of: string
  readonly change: Change
  readonly reason: string
}

const same = ({ status, headers }: Response): ResponseInit => ({ status, headers })
const bytesOf = async (answer: Response): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await answer.arrayBuffer())

const cut: Change = async (answer) => new Response((await bytesOf(answer)).slice(0, 40), same(answer))
const flip: Change = async (answer) => {
  const bytes = await bytesOf(answer)
  bytes[20] = (bytes[20] ?? 0) ^ 1
  return new Response(bytes, same(answer))
}
const html: Change = () =>
  new Response('<html>Sign in to this network</html>', { headers: { 'content-type': 'text/html' } })
const status =
  (code: number): Change =>
  () =>
    new Response('', { status: code })
const oversized: Change = (answer) => new Response(new Uint8Array(8_000_001).fill(32), same(answer))
const broken: Change = () => {
  throw new TypeError('Failed to fetch')
}
const changed =
  (changes: object): Change =>
  async (answer) => {
    const { data }: { data: object } = await answer.json()
    return Response.json({ data: { ...data, ...changes } })
  }

const FAULTS: readonly Fault[] = [
  { what: 'a file that was cut', of: '/packs/', change: cut, reason: 'wrong' },
  { what: 'a file with one wrong bit', of: '/packs/', change: flip, reason: 'wrong' },
  { what: 'a portal’s page for a file', of: '/packs/', change: html, reason: 'no_signal' },
  { what: 'a file that is not there', of: '/packs/', change: status(404), reason: 'provider' },
  { what: 'a server in trouble', of: '/packs/', change: status(500), reason: 'provider' },
  { what: 'a file that does not end', of: '/packs/', change: oversized, reason: 'wrong' },
  { what: 'a line that breaks', of: '/packs/', change: broken, reason: 'no_signal' },
  { what: 'a list that was cut', of: `/parks/packs/${REGION}`, change: cut, reason: 'wrong' },
  {
    what: 'the list of a region of another country',
    of: '/parks/packs/',
    change: changed({ country_code: 'SN' }),
    reason: 'wrong',
  },
  {
    what: 'the list of another region',
    of: '/parks/packs/',
    change: changed({ region: 'ca-qc-laval' }),
    reason: 'wrong',
  },
  { what: 'a list in another shape', of: '/parks/packs/', change: changed({ files: {} }), reason: 'wrong' },
  { what: 'streets that were cut', of: '/tiles/', change: cut, reason: 'wrong' },
  { what: 'streets with one wrong bit', of: '/tiles/', change: flip, reason: 'wrong' },
  { what: 'a portal’s page for streets', of: '/tiles/', change: html, reason: 'no_signal' },
  { what: 'streets that are not there', of: '/tiles/', change: status(404), reason: 'provider' },
]

const isAbout = (request: Request, { of }: Fault): boolean => {
  const { pathname } = new URL(request.url)
  return of === '/packs/' ? pathname.startsWith('/api/v1/packs/') : pathname.includes(of)
}

function put({ phone }: Scene, fault: Fault): void {
  phone.line.through = async (request, next) => {
    const answer = await next(request)
    return isAbout(request, fault) ? fault.change(answer) : answer
  }
}

async function heal({ phone }: Scene): Promise<void> {
  phone.line.through = (request, next) => next(request)
  await continueRegion(REGION, phone)
  await phone.settled()
}

describe.each(FAULTS)('$what', (fault) => {
  test('brings nothing of a region that was not here, says why, and the next try brings it whole', async () => {
    const scene = openScene()
    const { phone, provider } = scene
    put(scene, fault)
    expect(await keepIt(scene)).toMatchObject({ kept: null, job: { state: 'paused', reason: fault.reason } })
    expect(await parksOn(phone)).toEqual([])
    await heal(scene)
    expect(await rowOf(phone)).toMatchObject({ job: null, kept: { revision: provider.manifest().revision } })
    expect(await parksOn(phone)).toHaveLength(3)
  })

  test('leaves what was kept before as it was', async () => {
    const scene = openScene()
    const { phone, provider, clock } = scene
    const before = await keepIt(scene)
    const parks = await parksOn(phone)
    clock.advance(3_600_000)
    provider.madeAt = clock.now()
    provider.parks = [packPark(1, 1, { version: 2 }), packPark(7, 7)]
    provider.archive = new Uint8Array(70_000).fill(9)
    put(scene, fault)
    expect(await keepIt(scene)).toMatchObject({ kept: before?.kept, isBroken: false, job: { reason: fault.reason } })
    expect(await parksOn(phone)).toEqual(parks)
    await heal(scene)
    expect((await rowOf(phone))?.kept?.revision).toBe(provider.manifest().revision)
    expect((await parksOn(phone)).map(({ park }) => park.id)).toEqual([1, 7])
  })
})

const text = (body: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(body)

test.each([
  ['is no JSON', text('{"v":1,'), 'parks'],
  ['is of a later version', text('{"v":2}'), 'parks'],
  ['has columns that do not fit', text('{"v":1,"cells":[1],"parks":[3]}'), 'parks'],
  ['names no streets', text('[]'), 'names'],
] as const)('a file that is what its name says and %s is refused', async (_, forged, kind) => {
  const scene = openScene()
  const { provider, phone } = scene
  provider.forge = (of, bytes) => (of === kind ? forged : bytes)
  expect(await keepIt(scene)).toMatchObject({ kept: null, job: { reason: 'wrong' } })
  expect(await parksOn(phone)).toEqual([])
})

test('car parks of another country are refused under the right hash', async () => {
  const scene = openScene()
  const { provider, phone } = scene
  provider.parks = [packPark(1, 1), packPark(2, 2, { country_code: 'US' })]
  expect(await keepIt(scene)).toMatchObject({ kept: null, job: { reason: 'wrong' } })
  expect(await parksOn(phone)).toEqual([])
})
