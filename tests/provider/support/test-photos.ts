import sharp from 'sharp'
import type { ParkPhotos } from '../../../src/contract/park-photos.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { newKey } from './test-driver.ts'
import type { TestKey } from './test-operators.ts'
import type { TestProvider } from './test-provider.ts'

/** Returns a photo of its own colour whose metadata names its place and its author. */
export const takeParkPhoto = (shade: number, { width = 2_000, height = 1_500 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 255 - shade } } })
    .withExif({ IFD0: { Artist: 'Owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 38/1 0/1' } })
    .jpeg()
    .toBuffer()

export interface PhotoUpload {
  readonly code: string
  readonly key?: string
  readonly photoId?: string
  readonly type?: string
  /** Texts sent with the photo, in place of the two default ones. */
  readonly texts?: Readonly<Record<string, string>>
}

const TEXTS = { text_en: 'The entrance', text_fr: 'L’entrée' }

/** Sends a photo as an operator's own system does. */
export function sendPhoto(
  provider: TestProvider,
  { key: token }: Pick<TestKey, 'key'>,
  [picture, { code, key = newKey(), photoId = uuid7(), type = 'image/jpeg', texts = TEXTS }]: readonly [
    picture: Uint8Array,
    upload: PhotoUpload,
  ],
): Promise<Response> {
  const query = new URLSearchParams({ photo_id: photoId, ...texts })
  const headers = {
    authorization: `Bearer ${token}`,
    'idempotency-key': key,
    'content-type': type,
    'content-length': String(picture.byteLength),
  }
  const url = `http://localhost/api/v1/operator/parks/${code}/photos?${query.toString()}`
  return Promise.resolve(
    provider.app.fetch(new Request(url, { method: 'POST', headers, body: new Uint8Array(picture) })),
  )
}

export async function readParkPhotos(provider: TestProvider, parkId: number): Promise<ParkPhotos['photos']> {
  const answer = await provider.request('GET', `/api/v1/front/parks/${String(parkId)}/photos`)
  return ((await answer.json()) as { data: ParkPhotos }).data.photos
}
