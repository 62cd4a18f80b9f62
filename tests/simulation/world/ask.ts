import { must } from '../../../src/lib/assert.ts'
import type { Parcel } from './answers.ts'
import type { World } from './world.ts'

export interface Asking {
  /** A `Bearer` token; omitted when nobody is signed in. */
  readonly token?: string
  readonly key?: string
  readonly body?: unknown
}

function toRequest(method: string, path: string, { token, key, body }: Asking): Request {
  const headers: Record<string, string> = {}
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (key !== undefined) headers['idempotency-key'] = key
  if (body === undefined) return new Request(`http://localhost/api/v1${path}`, { method, headers })
  headers['content-type'] = 'application/json'
  return new Request(`http://localhost/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
}

/** Sends a request to the provider past every phone, like another phone of the same driver; answered at once. */
export const ask = (world: World, request: readonly [method: string, path: string], asking: Asking): Promise<Parcel> =>
  world.provider.deliver(toRequest(...request, asking))

/** The same, but answered after the provider's thinking time. Returns the answers in the order of their arrival. */
export function send(world: World, request: readonly [method: string, path: string], asking: Asking): Parcel[] {
  const answers: Parcel[] = []
  world.timeline.after(0, () =>
    world.provider.receive(toRequest(...request, asking), (parcel) => {
      answers.push(parcel)
    }),
  )
  return answers
}

/** Returns the `data` of an answer. */
export const dataOf = ({ status, text }: Parcel): Readonly<Record<string, unknown>> => {
  const { data } = JSON.parse(text) as { data?: Readonly<Record<string, unknown>> }
  return must(data, `data of ${String(status)} ${text}`)
}

export const codeOf = ({ text }: Parcel): unknown => (JSON.parse(text) as { code?: unknown }).code
