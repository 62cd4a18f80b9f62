import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface Door {
  /** `nginx` or `bare`. */
  readonly name: string
  readonly port: number
}

/** The outcome of one attack. */
export interface Outcome {
  readonly attack: string
  readonly door: string
  readonly isHeld: boolean
  readonly told: string
}

export interface Answer {
  /** 0 when the connection broke. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  readonly ms: number
}

interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The source address, in 127.0.0.0/8. */
  readonly from?: string
}

/** Sends a request on a connection of its own. */
export function ask({ port }: Door, { method = 'GET', path, headers = {}, body, from }: Question): Promise<Answer> {
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (answer: Omit<Answer, 'ms'>): void => resolve({ ...answer, ms: performance.now() - start })
    const broken = (error: Error): void => end({ status: 0, headers: {}, text: error.message })
    const local = from === undefined ? {} : { localAddress: from }
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false, ...local }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('error', broken)
      answer.once('end', () => {
        end({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() })
      })
    })
    sent.once('error', broken)
    sent.setTimeout(30_000, () => sent.destroy(new Error('No answer in 30 s')))
    sent.end(body)
  })
}

export const postJson = (
  door: Door,
  path: string,
  { body, ...rest }: { readonly body: unknown; readonly from?: string; readonly headers?: Record<string, string> },
): Promise<Answer> =>
  ask(door, {
    method: 'POST',
    path: `/api/v1${path}`,
    body: JSON.stringify(body),
    ...rest,
    headers: { 'content-type': 'application/json', ...rest.headers },
  })

/** The code of a problem document. */
export function codeOf({ text }: Answer): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code)
  } catch {
    return 'none'
  }
}

/** Writes bytes unchanged. Returns everything received until the other side closed, or was silent for `quietMs`. */
export function sendRaw({ port }: Door, bytes: string | Buffer, quietMs = 1_500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let text = ''
    socket.on('data', (part) => {
      text += part.toString('latin1')
    })
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.once('error', () => undefined)
    socket.once('close', () => resolve(text))
    socket.write(bytes)
  })
}

export const statusesOf = (text: string): readonly number[] =>
  [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))

/** Opens connections and returns those that were not refused. */
export async function openMany({ port }: Door, count: number): Promise<readonly Socket[]> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.2.${String((index % 200) + 1)}` })
      // Resets are expected.
      socket.on('error', () => undefined)
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('close', () => resolve(false))
      })
      return isOpen ? socket : undefined
    }),
  )
  return sockets.filter((socket) => socket !== undefined)
}
