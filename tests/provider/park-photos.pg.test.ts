import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ParkPhotos } from '../../src/contract/park-photos.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { dataOf } from './support/test-documents.ts'
import { newKey } from './support/test-driver.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { type PhotoUpload, readParkPhotos, sendPhoto, takeParkPhoto } from './support/test-photos.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let key: TestKey
let photo: Buffer
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  photo = await takeParkPhoto(10)
})
afterAll(() => provider.close())
beforeEach(async () => {
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['parks'] })
})

const path = () => `/parks/${park.code}/photos`
const send = (picture: Uint8Array, upload: Partial<PhotoUpload> = {}) =>
  sendPhoto(provider, key, [picture, { code: park.code, ...upload }])
const mustSend = async (picture: Uint8Array, upload: Partial<PhotoUpload> = {}): Promise<ParkPhotos['photos']> =>
  (await dataOf<ParkPhotos>(await send(picture, upload), 201)).photos
const shown = () => readParkPhotos(provider, park.id)
const open = (url: string, headers: Record<string, string> = {}) =>
  provider.app.fetch(new Request(`http://localhost${url}`, { headers }))

test('a photo is drawn anew in three widths, without its place and its owner, at addresses that never change', async () => {
  const [added] = await mustSend(photo)
  expect(await shown()).toEqual([added])
  expect(added).toMatchObject({ width: 1_600, height: 1_200, text: { en: 'The entrance', fr: 'L’entrée' } })
  expect(added?.files.map(({ width }) => width)).toEqual([480, 960, 1_600])
  for (const { url, width } of added?.files ?? []) {
    const answer = await open(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([facts.format, facts.width, facts.exif, facts.xmp]).toEqual(['webp', width, undefined, undefined])
    expect((await open(url, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
  }
  expect(await listNoted(provider, key)).toEqual([`photo.add ${park.code}`])
})

test('one that lies on its side is set upright, and a small one is not made larger', async () => {
  const lying = await sharp({ create: { width: 700, height: 300, channels: 3, background: '#888' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const [added] = await mustSend(lying)
  expect([added?.width, added?.height]).toEqual([300, 700])
  expect(added?.files.map(({ width }) => width)).toEqual([300])
})

test('PNG and WebP are taken too, and a strip is made as narrow as a page has room for', async () => {
  const picture = sharp({ create: { width: 200, height: 20_000, channels: 4, background: '#12345680' } })
  await mustSend(await picture.clone().png().toBuffer(), { type: 'image/png' })
  const flat = sharp({ create: { width: 500, height: 400, channels: 3, background: '#654321' } })
  const photos = await mustSend(await flat.webp().toBuffer(), { type: 'image/webp' })
  expect(photos.map(({ width, height }) => [width, height])).toEqual([
    [32, 3_200],
    [500, 400],
  ])
})

const bomb = (): Promise<Buffer> =>
  sharp({ create: { width: 20_000, height: 20_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.for<[what: string, make: () => Uint8Array | Promise<Uint8Array>, status: number, code: string]>([
  ['a program called .jpg', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4_000, 7)]), 415, 'scan_not_picture'],
  ['an SVG with a script', () => Buffer.from(svg), 415, 'scan_not_picture'],
  ['a HEIC picture', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 415, 'scan_not_picture'],
  ['a small file of 400 million pixels', bomb, 422, 'scan_too_many_pixels'],
  ['an upload that was cut short', () => photo.subarray(0, photo.length - 4_000), 422, 'scan_damaged'],
  ['an empty file', () => new Uint8Array(0), 422, 'scan_damaged'],
  ['50 MB', () => new Uint8Array(50_000_000), 413, 'payload_too_large'],
])('%s is refused, in words of its own', async ([, make, status, code]) => {
  await expectRefusal(await send(await make()), status, code)
  expect(await shown()).toEqual([])
  expect(await listNoted(provider, key)).toEqual([])
})

test.for<[what: string, texts: Record<string, string>]>([
  ['none', {}],
  ['one in English alone', { text_en: 'The entrance' }],
  ['an empty one', { text_en: 'The entrance', text_fr: ' ' }],
  ['a long one', { text_en: 'The entrance', text_fr: 'é'.repeat(201) }],
])('a photo needs a text in both languages: not %s', async ([, texts]) => {
  await expectRefusal(await send(photo, { texts }), 422, 'validation_failed')
  expect(await shown()).toEqual([])
})

test('a lost answer makes no second photo, and the same picture is taken once for each car park', async () => {
  const [once, photoId] = [newKey(), uuid7()]
  const first = await mustSend(photo, { key: once, photoId })
  expect(await mustSend(photo, { key: once, photoId })).toEqual(first)
  expect(await mustSend(photo, { photoId })).toEqual(first)
  await expectRefusal(await send(photo), 409, 'photo_repeated')
  await expectRefusal(await send(await takeParkPhoto(99), { key: once, photoId }), 422, 'idempotency_key_reused')
  expect(await listNoted(provider, key)).toHaveLength(1)
  const other = await insertCodedPark(provider)
  const otherKey = await makeTestKey(provider, { parkCodes: [other.code], scopes: ['parks'] })
  await dataOf(await sendPhoto(provider, otherKey, [photo, { code: other.code }]), 201)
  await expectRefusal(
    await sendPhoto(provider, otherKey, [await takeParkPhoto(98), { code: other.code, photoId }]),
    ...([422, 'validation_failed'] as const),
  )
  // A photo removed at one of two car parks still belongs to the other.
  const address = first[0]?.files[0]?.url ?? ''
  await mustOperate(provider, key, ['DELETE', `${path()}/${photoId}`])
  expect((await open(address)).status).toBe(200)
})

test('a ninth photo is refused, also where two are the eighth at once', async () => {
  const small = { width: 40, height: 30 }
  const pictures = await Promise.all([...Array(9)].map((_, index) => takeParkPhoto(index * 20, small)))
  for (const picture of pictures.slice(0, 7)) await mustSend(picture)
  const both = await Promise.all(pictures.slice(7).map((picture) => send(picture)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await shown()).toHaveLength(8)
  const late = both.find(({ status }) => status === 409)
  expect((await readJson<{ code: string }>(late as Response)).code).toBe('too_many_photos')
})

test('photos are put in order, described anew and removed; what is removed is served no longer', async () => {
  for (const shade of [20, 40, 60]) await mustSend(await takeParkPhoto(shade, { width: 50, height: 30 }))
  const ids = (await shown()).map(({ photo_id: id }) => id)
  const [first = '', second = '', third = ''] = ids
  const order = (photos: readonly string[]) => operate(provider, key, ['PUT', `${path()}/order`, { body: { photos } }])
  expect((await dataOf<ParkPhotos>(await order([third, first, second]))).photos.map((one) => one.photo_id)).toEqual([
    ...[third, first, second],
  ])
  expect((await order([third, first, second])).status).toBe(200)
  for (const wrong of [
    [first, second],
    [first, second, second],
    [first, second, uuid7()],
  ]) {
    const answer = await order(wrong)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'version_conflict',
      current: { photos: [{ photo_id: third }, {}, {}] },
    })
  }
  const text = { en: 'Level 2', fr: 'Niveau 2' }
  await mustOperate(provider, key, ['PATCH', `${path()}/${first}`, { body: { text } }])
  await mustOperate(provider, key, ['PATCH', `${path()}/${first}`, { body: { text } }])
  expect((await shown()).map((one) => one.text.en)).toEqual(['The entrance', 'Level 2', 'The entrance'])
  const address = (await shown())[0]?.files[0]?.url ?? ''
  expect((await open(address)).status).toBe(200)
  await mustOperate(provider, key, ['DELETE', `${path()}/${third}`])
  expect((await open(address)).status).toBe(404)
  await expectRefusal(await operate(provider, key, ['DELETE', `${path()}/${third}`]), 404, 'not_found')
  expect((await shown()).map((one) => one.photo_id)).toEqual([first, second])
  expect((await listNoted(provider, key)).slice(0, 3).map((noted) => noted.split(' ')[0])).toEqual([
    ...['photo.remove', 'photo.text', 'photo.order'],
  ])
})

test('addresses that are no photo, and the folder itself, show nothing', async () => {
  for (const url of [
    '/photos',
    '/photos/',
    '/photos/x',
    `/photos/${'0'.repeat(32)}-480.webp`,
    '/photos/..%2fetc%2fpasswd',
  ]) {
    const answer = await open(url)
    expect([url, answer.headers.get('content-type')]).not.toEqual([url, 'image/webp'])
    if (url !== '/photos') expect([url, answer.status]).toEqual([url, 404])
  }
})

test('at another operator’s car park everything is answered as where there is none; staff change nothing', async () => {
  const [added] = await mustSend(photo)
  const other = await insertCodedPark(provider)
  const company = await makeOrganisation(provider, [other.id])
  const name = park.code.toLowerCase()
  const manager = await makeMember(provider, company, { email: `photos-${name}@example.test`, role: 'manager' })
  const staff = await makeMember(provider, company, { email: `staff-photos-${name}@example.test`, role: 'staff' })
  const ask = async (who: Pick<TestKey, 'key'>, code: string) => {
    const at = `/parks/${code}/photos`
    const id = added?.photo_id ?? ''
    const answers = [
      await operate(provider, who, ['GET', at]),
      await sendPhoto(provider, who, [new Uint8Array(0), { code }]),
      await operate(provider, who, ['PUT', `${at}/order`, { body: { photos: [id] } }]),
      await operate(provider, who, ['PATCH', `${at}/${id}`, { body: { text: { en: 'x', fr: 'x' } } }]),
      await operate(provider, who, ['DELETE', `${at}/${id}`]),
    ]
    return Promise.all(answers.map(async (answer) => (await readJson<{ code?: string }>(answer)).code))
  }
  expect(await ask(manager, park.code)).toEqual(Array(5).fill('park_not_found'))
  expect(await ask(manager, 'CANONE7')).toEqual(Array(5).fill('park_not_found'))
  expect(await ask(manager, other.code)).toEqual([
    undefined,
    'scan_damaged',
    'version_conflict',
    'not_found',
    'not_found',
  ])
  expect(await ask(staff, other.code)).toEqual(Array(5).fill('forbidden'))
  expect(await shown()).toEqual([added])
})

test('whoever sends without end is told to wait', async () => {
  const answers: number[] = []
  for (let sent = 0; sent < 101; sent += 1) answers.push((await send(new Uint8Array(0))).status)
  expect(answers.slice(0, 100).every((status) => status === 422)).toBe(true)
  expect(answers.at(-1)).toBe(429)
})

test('a body whose size is not told is read no further than any other', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) })
  const query = new URLSearchParams({ photo_id: uuid7(), text_en: 'x', text_fr: 'x' })
  const url = `http://localhost/api/v1/operator${path()}?${query.toString()}`
  const headers = { authorization: `Bearer ${key.key}`, 'idempotency-key': newKey() }
  const request = new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  await expectRefusal(await provider.app.fetch(request), 413, 'payload_too_large')
})
