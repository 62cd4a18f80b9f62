import sharp from 'sharp'
import type { Documents } from '../../../src/contract/documents-page.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

/** In the sandbox, in kobo. */
export const LICENCE_AND_SERVICE = 775_000

/** Returns a photo whose metadata names its place and its author. */
export const takePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#d0c8b0' } })
    .withExif({ IFD0: { Artist: 'Driver' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer()

export async function dataOf<T>(answer: Response, status = 200): Promise<T> {
  if (answer.status !== status) throw new Error(`${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

export interface Asking {
  readonly body?: unknown
  readonly as?: TestDriver
  readonly key?: string
}

export interface Upload extends Omit<Asking, 'body'> {
  readonly scanId?: string
  readonly kind?: string
  readonly vehicle?: string
  readonly type?: string
}

export interface DocumentScene {
  readonly provider: TestProvider
  readonly driver: TestDriver
  readonly vehicleId: string
}

/** The steps of a test of documents; each uses the scene at the time of the call. */
export function documentSteps(scene: () => DocumentScene) {
  const call = async (method: string, path: string, asking: Asking = {}): Promise<Response> => {
    const { body, as = scene().driver, key = newKey() } = asking
    const options = { token: await as.token(), key, ...(body === undefined ? {} : { body }) }
    return scene().provider.request(method, `/api/v1${path}`, options)
  }
  return {
    call,
    addVehicle: async (as: TestDriver, plate = 'ABC-123DE'): Promise<string> => {
      const body = { id: uuid7(), plate, country_code: 'NG', region: 'LA' }
      return (await dataOf<{ id: string }>(await call('POST', '/user/vehicles', { body, as }), 201)).id
    },
    upload: async (picture: Uint8Array, asked: Upload = {}): Promise<Response> => {
      const { as = scene().driver, key = newKey(), scanId = uuid7(), kind = 'licence', type = 'image/jpeg' } = asked
      const query = new URLSearchParams({ scan_id: scanId, vehicle_id: asked.vehicle ?? scene().vehicleId, kind })
      const headers = {
        authorization: `Bearer ${await as.token()}`,
        'idempotency-key': key,
        'content-type': type,
        'content-length': String(picture.byteLength),
      }
      const url = `http://localhost/api/v1/vehicle-documents/scans?${query.toString()}`
      return scene().provider.app.fetch(new Request(url, { method: 'POST', headers, body: new Uint8Array(picture) }))
    },
    renew: (body: object = {}, asking: Asking = {}): Promise<Response> =>
      call('POST', '/vehicle-documents/renewals', {
        ...asking,
        body: {
          ...{ draft_id: uuid7(), vehicle_id: scene().vehicleId, kinds: ['licence'] },
          ...{ quoted_total: LICENCE_AND_SERVICE, ...body },
        },
      }),
    read: async (as = scene().driver): Promise<Documents> => dataOf(await call('GET', '/vehicle-documents', { as })),
    readPicture: (scanId: string, as = scene().driver): Promise<Response> =>
      call('GET', `/vehicle-documents/scans/${scanId}`, { as }),
  }
}
