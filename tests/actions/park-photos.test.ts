import { expect, test } from 'vitest'
import { loadParkPhotos } from '../../src/actions/park-photos.online.ts'
import type { ParkPhotos } from '../../src/contract/park-photos.ts'
import { readParkPhotos } from '../../src/db/read/park-photos.ts'
import { START_MS } from '../sync/support/small-provider.ts'
import { createTestPhone, offline } from '../sync/support/test-phone.ts'

const ID = '019ad3a5-7c1e-7a30-8000-5b1d2c3e4f50'
const photosOf = (parkId: number, url = '/photos/5f0c9a1b2d3e4f60718293a4b5c6d7e8-480.webp'): ParkPhotos => ({
  park_id: parkId,
  photos: [
    { ...{ photo_id: ID, width: 480, height: 360, files: [{ url, width: 480 }] }, text: { en: 'Ramp', fr: 'Rampe' } },
  ],
})

function createRig() {
  let now = START_MS
  const told = { url: photosOf(1).photos[0]?.files[0]?.url ?? '' }
  const phone = createTestPhone({
    fetch: ({ url }) => Promise.resolve(Response.json({ data: photosOf(Number(url.split('/').at(-2)), told.url) })),
    clock: { now: () => now },
  })
  return { phone, told, advance: (ms: number) => (now += ms) }
}

test('which photos there are stays on the phone with their texts, also with no signal', async () => {
  const { phone } = createRig()
  expect((await loadParkPhotos(7, phone)).ok).toBe(true)
  phone.line.through = offline
  expect((await loadParkPhotos(7, phone)).ok).toBe(false)
  expect(await readParkPhotos(7, phone.dbs)).toEqual({ value: photosOf(7), savedAt: START_MS })
})

test('of the car parks that were looked at longest ago they are given up', async () => {
  const { phone, advance } = createRig()
  for (let parkId = 1; parkId <= 26; parkId += 1) {
    await loadParkPhotos(parkId, phone)
    advance(1_000)
  }
  expect(await phone.dbs.public.saved.where('key').startsWith('photos:').count()).toBe(24)
  expect((await readParkPhotos(2, phone.dbs)).value).toBeNull()
  expect((await readParkPhotos(26, phone.dbs)).value).not.toBeNull()
})

test('an address of somebody else is not taken', async () => {
  const { phone, told } = createRig()
  told.url = 'https://elsewhere.example/a.webp'
  expect((await loadParkPhotos(7, phone)).ok).toBe(false)
  expect((await readParkPhotos(7, phone.dbs)).value).toBeNull()
})
