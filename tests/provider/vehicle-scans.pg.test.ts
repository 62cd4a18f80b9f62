import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ScanWire } from '../../src/contract/vehicle-documents.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { expectRefusal } from './support/accounts.ts'
import { dataOf, documentSteps, takePhoto } from './support/test-documents.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let vehicleId: string
let photo: Buffer
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  await ensureDemoDocuments(provider.deps)
  photo = await takePhoto()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  driver = await createDriver(provider)
  vehicleId = await addVehicle(driver)
})

const { addVehicle, upload, read, readPicture } = documentSteps(() => ({ provider, driver, vehicleId }))

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

test('a driver who sends without end is told to wait', async () => {
  const answers: number[] = []
  for (let sent = 0; sent < 61; sent += 1) answers.push((await upload(new Uint8Array(0))).status)
  expect(answers.slice(0, 60).every((status) => status === 422)).toBe(true)
  expect(answers.at(-1)).toBe(429)
})
