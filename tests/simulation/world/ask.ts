import { must } from '../../../src/lib/assert.ts'
import type { Parcel } from './answers.ts'
import type { World } from './world.ts'

export interface Asking {
  /** `Bearer` token; undefined: nobody's. */
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

/** Asks the provider past every phone, as another phone of the same driver would; answered at once. */
export const ask = (world: World, request: readonly [method: string, path: string], asking: Asking): Promise<Parcel> =>
  world.provider.deliver(toRequest(...request, asking))

/** The same, but answered when the provider has thought about it: the answers, in the order in which they come. */
export function send(world: World, request: readonly [method: string, path: string], asking: Asking): Parcel[] {
  const answers: Parcel[] = []
  world.timeline.after(0, () =>
    world.provider.receive(toRequest(...request, asking), (parcel) => {
      answers.push(parcel)
    }),
  )
  return answers
}

/** `data` of an answer. */
export const dataOf = ({ status, text }: Parcel): Readonly<Record<string, unknown>> => {
  const { data } = JSON.parse(text) as { data?: Readonly<Record<string, unknown>> }
  return must(data, `data of ${String(status)} ${text}`)
}

export const codeOf = ({ text }: Parcel): unknown => (JSON.parse(text) as { code?: unknown }).code
