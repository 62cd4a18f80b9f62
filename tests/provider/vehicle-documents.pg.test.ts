import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Documents, Renewal, ScanWire, VehicleDates } from '../../src/contract/vehicle-documents.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { assignReceipts, reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { findWallet } from '../../provider/repositories/wallet.ts'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { forgetScans, moveRenewal, SCAN_DAYS_AFTER } from '../../provider/services/documents.ts'
import { exportScans } from '../../provider/services/scans.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let vehicleId: string
let photo: Buffer
/** Sandbox, kobo. */
const WELCOME = 2_000_000
const LICENCE_AND_SERVICE = 775_000

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  await ensureDemoDocuments(provider.deps)
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#d0c8b0' } })
    .withExif({ IFD0: { Artist: 'Driver' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
  await provider.close()
})
beforeEach(async () => {
  driver = await createDriver(provider)
  vehicleId = await addVehicle(driver)
})

async function dataOf<T>(answer: Response, status = 200): Promise<T> {
  if (answer.status !== status) throw new Error(`${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

async function call(
  method: string,
  path: string,
  { body, as = driver, key = newKey() }: Asking = {},
): Promise<Response> {
  const options = { token: await as.token(), key, ...(body === undefined ? {} : { body }) }
  return provider.request(method, `/api/v1${path}`, options)
}

interface Asking {
  readonly body?: unknown
  readonly as?: TestDriver
  readonly key?: string
}

async function addVehicle(as: TestDriver, plate = 'ABC-123DE'): Promise<string> {
  const body = { id: uuid7(), plate, country_code: 'NG', region: 'LA' }
  return (await dataOf<{ id: string }>(await call('POST', '/user/vehicles', { body, as }), 201)).id
}

interface Upload extends Omit<Asking, 'body'> {
  readonly scanId?: string
  readonly kind?: string
  readonly vehicle?: string
  readonly type?: string
}

async function upload(picture: Uint8Array, asked: Upload = {}): Promise<Response> {
  const {
    as = driver,
    key = newKey(),
    scanId = uuid7(),
    kind = 'licence',
    vehicle = vehicleId,
    type = 'image/jpeg',
  } = asked
  const query = new URLSearchParams({ scan_id: scanId, vehicle_id: vehicle, kind })
  return provider.app.fetch(
    new Request(`http://localhost/api/v1/vehicle-documents/scans?${query.toString()}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await as.token()}`,
        'idempotency-key': key,
        'content-type': type,
        'content-length': String(picture.byteLength),
      },
      body: new Uint8Array(picture),
    }),
  )
}

const renew = (body: object = {}, asking: Asking = {}): Promise<Response> =>
  call('POST', '/vehicle-documents/renewals', {
    ...asking,
    body: { draft_id: uuid7(), vehicle_id: vehicleId, kinds: ['licence'], quoted_total: LICENCE_AND_SERVICE, ...body },
  })

const read = async (as = driver): Promise<Documents> => dataOf(await call('GET', '/vehicle-documents', { as }))
const balance = async (): Promise<number> =>
  (await findWallet(provider.deps.db, driver.userId, 'NGN'))?.balance_minor ?? WELCOME
const readPicture = (scanId: string, as = driver): Promise<Response> =>
  call('GET', `/vehicle-documents/scans/${scanId}`, { as })

async function mustRenew(): Promise<Renewal> {
  await upload(photo)
  return dataOf<Renewal>(await renew(), 201)
}

const move = (code: string, stage: Renewal['stage'], reason: string | null = null) =>
  provider.deps.db.transaction((tx) => moveRenewal(tx, { code, stage, reason, nowMs: provider.clock.now() }))

test('a picture is drawn anew, without its place and its owner, and only its driver reads it', async () => {
  const { scan_id: scanId } = await dataOf<ScanWire>(await upload(photo), 201)
  const answer = await readPicture(scanId)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const picture = Buffer.from(await answer.arrayBuffer())
  const facts = await sharp(picture).metadata()
  expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['jpeg', 600, 400, undefined])
  await expectRefusal(await readPicture(scanId, await createDriver(provider)), 404, 'not_found')
  const [row] = await provider.deps.db.query<{ sealed: Buffer }>(
    'select sealed from document_scans where scan_id = $1',
    [scanId],
  )
  const sealed = must(row, 'scan').sealed
  expect(sealed.includes(picture.subarray(100, 140))).toBe(false)
})

test('a picture that lies on its side is set upright before what says so is gone', async () => {
  const lying = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#888' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { scan_id: scanId } = await dataOf<ScanWire>(await upload(lying), 201)
  const facts = await sharp(Buffer.from(await (await readPicture(scanId)).arrayBuffer())).metadata()
  expect([facts.width, facts.height]).toEqual([100, 300])
})

test('PNG and WebP are taken too, and a large picture is made smaller', async () => {
  const wide = sharp({
    create: { width: 5_000, height: 1_000, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  })
  for (const [picture, type] of [
    [await wide.clone().png().toBuffer(), 'image/png'],
    [await wide.clone().webp().toBuffer(), 'image/webp'],
  ] as const) {
    const { scan_id: scanId } = await dataOf<ScanWire>(await upload(picture, { type }), 201)
    const facts = await sharp(Buffer.from(await (await readPicture(scanId)).arrayBuffer())).metadata()
    expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', 2_400, 480])
  }
})

const bomb = async (): Promise<Buffer> =>
  sharp({ create: { width: 20_000, height: 20_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

test.for<[what: string, make: () => Promise<Uint8Array>, status: number, code: string]>([
  [
    'a program called .jpg',
    async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4_000, 7)]),
    415,
    'scan_not_picture',
  ],
  [
    'an SVG with a script',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
    'scan_not_picture',
  ],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj'), 415, 'scan_not_picture'],
  ['a HEIC picture', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 415, 'scan_not_picture'],
  [
    'a program behind the first bytes of a JPEG',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4_000, 7)]),
    422,
    'scan_damaged',
  ],
  ['a small file of 400 million pixels', bomb, 422, 'scan_too_many_pixels'],
  ['the first half of a picture', async () => photo.subarray(0, photo.length - 300), 422, 'scan_damaged'],
  ['an empty file', async () => new Uint8Array(0), 422, 'scan_damaged'],
  ['50 MB', async () => new Uint8Array(50_000_000), 413, 'payload_too_large'],
])('%s is refused, in words of its own', async ([, make, status, code]) => {
  await expectRefusal(await upload(await make()), status, code)
  expect((await read()).scans).toEqual([])
})

test('a body whose size is not told is read no further than any other', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  const query = new URLSearchParams({ scan_id: uuid7(), vehicle_id: vehicleId, kind: 'licence' })
  const answer = await provider.app.fetch(
    new Request(`http://localhost/api/v1/vehicle-documents/scans?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await driver.token()}`, 'idempotency-key': newKey() },
      body,
      duplex: 'half',
    } as RequestInit),
  )
  await expectRefusal(answer, 413, 'payload_too_large')
})

test('a lost answer never makes two: neither the same key nor the same picture under another', async () => {
  const [key, scanId] = [newKey(), uuid7()]
  const first = await dataOf<ScanWire>(await upload(photo, { key, scanId }), 201)
  expect(await dataOf<ScanWire>(await upload(photo, { key, scanId }), 201)).toEqual(first)
  expect(await dataOf<ScanWire>(await upload(photo, { scanId }), 201)).toEqual(first)
  const other = await sharp(photo).negate().jpeg().toBuffer()
  await expectRefusal(await upload(other, { key, scanId }), 422, 'idempotency_key_reused')
  expect((await read()).scans).toEqual([first])
})

test('a newer picture of the same document takes the place of the first', async () => {
  await upload(photo)
  const { scan_id: scanId } = await dataOf<ScanWire>(await upload(photo), 201)
  expect((await read()).scans.map((scan) => scan.scan_id)).toEqual([scanId])
})

test('of another driver’s vehicle, and of a deleted one, nothing is taken', async () => {
  const stranger = await createDriver(provider)
  await expectRefusal(await upload(photo, { as: stranger }), 404, 'vehicle_not_found')
  await upload(photo)
  await call('DELETE', `/user/vehicles/${vehicleId}`)
  await expectRefusal(await upload(photo), 404, 'vehicle_not_found')
  await expectRefusal(await renew(), 404, 'vehicle_not_found')
  await expectRefusal(
    await call('PUT', `/vehicle-documents/vehicles/${vehicleId}`, { body: DATES }),
    404,
    'vehicle_not_found',
  )
  expect(await balance()).toBe(WELCOME)
})

const DATES = {
  commercial: false,
  dates: { licence: '2026-11-30', roadworthiness: '2026-11-02', insurance: null, hackney: null },
}

test('expiries are kept for each vehicle, and a day that nobody can mean is refused', async () => {
  const put = (body: object) => call('PUT', `/vehicle-documents/vehicles/${vehicleId}`, { body })
  const saved = await dataOf<VehicleDates>(await put(DATES))
  expect(saved).toEqual({ vehicle_id: vehicleId, ...DATES, version: 1 })
  expect((await read()).vehicles).toEqual([saved])
  await expectRefusal(
    await put({ ...DATES, dates: { ...DATES.dates, licence: '9999-12-31' } }),
    422,
    'validation_failed',
  )
  await expectRefusal(
    await put({ ...DATES, dates: { ...DATES.dates, licence: '2026-02-31' } }),
    422,
    'validation_failed',
  )
  const changed = { commercial: true, dates: { ...DATES.dates, licence: null, hackney: '2027-01-01' } }
  expect(await dataOf<VehicleDates>(await put(changed))).toMatchObject({ ...changed, version: 2 })
})

test('a renewal is paid once from the wallet, with its pictures, and has a receipt', async () => {
  await upload(photo)
  const draft = { draft_id: uuid7() }
  const renewal = await dataOf<Renewal>(await renew(draft), 201)
  expect(renewal).toMatchObject({
    ...{ plate: 'ABC-123DE', stage: 'received', total: LICENCE_AND_SERVICE, service: 150_000, vat: 10_465, demo: true },
    lines: [{ kind: 'licence', amount: 625_000 }],
  })
  expect(renewal.code).toMatch(/^VD-[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(await dataOf<Renewal>(await renew(draft), 201)).toMatchObject({ renewal_id: renewal.renewal_id })
  expect(await balance()).toBe(WELCOME - LICENCE_AND_SERVICE)
  expect((await read()).scans).toEqual([])
  await assignReceipts(provider.deps.db, { everything: true, nowMs: provider.clock.now() })
  const [kept] = (await read()).renewals
  const receipt = await call('GET', `/receipts/${must(kept?.receipt_number, 'receipt')}`)
  expect(await dataOf(receipt)).toMatchObject({ kind: 'document', renewal: { code: renewal.code } })
})

test('ten taps at once on one draft pay once', async () => {
  await upload(photo)
  const draft = { draft_id: uuid7() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => renew(draft)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await balance()).toBe(WELCOME - LICENCE_AND_SERVICE)
})

test('without a picture, at another price, without the money, or for what the vehicle does not need, nothing is charged', async () => {
  await expectRefusal(await renew(), 409, 'scan_missing')
  await upload(photo)
  await expectRefusal(await renew({ quoted_total: 1 }), 409, 'price_changed')
  await expectRefusal(await renew({ kinds: ['hackney'], quoted_total: 500_000 }), 409, 'documents_unavailable')
  await mustRenew()
  await mustRenew()
  await upload(photo)
  await expectRefusal(await renew(), 409, 'wallet_too_low')
  expect((await read()).scans).toHaveLength(1)
})

test('it goes through its steps in order, and a picture is deleted some days after the last', async () => {
  const { code } = await mustRenew()
  expect(await move(code, 'at_office')).toMatchObject({ ok: false, error: { code: 'order_stage' } })
  for (const stage of ['checked', 'at_office', 'done'] as const)
    expect(await move(code, stage)).toMatchObject({ ok: true })
  expect(await move(code, 'rejected', 'Too late')).toMatchObject({ ok: false })
  const [renewal] = (await read()).renewals
  expect(renewal?.history.map(({ stage }) => stage)).toEqual(['received', 'checked', 'at_office', 'done'])
  const nowMs = provider.clock.now()
  const keptFor = async (days: number): Promise<number> => {
    await forgetScans(provider.deps.db, nowMs + days * DAY_MS)
    return (await exportScans(provider.deps.db, driver.userId)).length
  }
  expect(await keptFor(SCAN_DAYS_AFTER - 1)).toBe(1)
  expect(await keptFor(SCAN_DAYS_AFTER)).toBe(0)
})

test('a rejected one gives everything back, once, with its reason', async () => {
  const { code } = await mustRenew()
  await move(code, 'checked')
  const moves = await Promise.all([1, 2, 3].map(() => move(code, 'rejected', 'The picture cannot be read')))
  expect(moves.every(({ ok }) => ok)).toBe(true)
  expect(await balance()).toBe(WELCOME)
  expect((await read()).renewals).toMatchObject([
    { stage: 'rejected', reason: 'The picture cannot be read', refunded: LICENCE_AND_SERVICE },
  ])
})

test('pictures are in the driver’s own copy, and go with the account', async () => {
  await upload(photo)
  const answer = await call('GET', '/users/me/export')
  const copy = await dataOf<{ document_scans: { kind: string; picture: string }[] }>(answer)
  expect(copy.document_scans).toMatchObject([{ kind: 'licence' }])
  expect(Buffer.from(must(copy.document_scans[0], 'scan').picture, 'base64').subarray(0, 2)).toEqual(
    Buffer.from([0xff, 0xd8]),
  )
  await provider.deps.db.transaction((tx) => eraseUser(tx, driver.userId, provider.clock.now()))
  expect(await exportScans(provider.deps.db, driver.userId)).toEqual([])
})

test('a driver who sends without end is told to wait', async () => {
  const answers: number[] = []
  for (let sent = 0; sent < 61; sent += 1) answers.push((await upload(new Uint8Array(0))).status)
  expect(answers.slice(0, 60).every((status) => status === 422)).toBe(true)
  expect(answers.at(-1)).toBe(429)
})
