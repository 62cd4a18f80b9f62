/**
 * Requests, answers and abort signals for phone and provider as plain objects: the platform's classes build streams and
 * check every header, which took two fifths of a world's time. Deliberately odd answers (a trickling or endless body)
 * still use the platform's classes.
 */

type HeaderInit = Iterable<readonly [string, string]> | Readonly<Record<string, string | undefined>>

const isIterable = (init: object): init is Iterable<readonly [string, string]> => Symbol.iterator in init

class LightHeaders {
  readonly #values = new Map<string, string>()

  constructor(init?: HeaderInit | null) {
    if (init === undefined || init === null) return
    if (init instanceof LightHeaders) for (const [name, value] of init.#values) this.#values.set(name, value)
    else if (isIterable(init)) for (const [name, value] of init) this.append(name, value)
    else for (const name in init) this.append(name, String(init[name]))
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value)
  }

  append(name: string, value: string): void {
    const known = this.get(name)
    this.set(name, known === null ? value : `${known}, ${value}`)
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }

  forEach(work: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) work(value, name)
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries()
  }

  keys(): IterableIterator<string> {
    return this.#values.keys()
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries()
  }
}

type Listener = (event: { readonly type: 'abort' }) => void

class LightSignal {
  aborted = false
  #reason: unknown
  readonly #listeners = new Set<Listener>()

  static any(signals: readonly LightSignal[]): LightSignal {
    const all = new LightSignal()
    for (const signal of signals) {
      if (signal.aborted) all.stop(signal.#reason)
      else signal.addEventListener('abort', () => all.stop(signal.#reason))
    }
    return all
  }

  /** Created on demand: each write to the phone's storage aborts a signal whose reason is never read. */
  get reason(): unknown {
    if (this.aborted) this.#reason ??= new DOMException('This operation was aborted', 'AbortError')
    return this.#reason
  }

  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  /** Calls each listener once, because a signal is aborted once. */
  stop(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.#reason = reason
    for (const listener of this.#listeners) listener({ type: 'abort' })
    this.#listeners.clear()
  }
}

class LightController {
  readonly signal = new LightSignal()

  abort(reason?: unknown): void {
    this.signal.stop(reason)
  }
}

interface Chunk {
  readonly done: boolean
  readonly value: Uint8Array | undefined
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Text or image data. */
type Content = string | Uint8Array<ArrayBuffer>

const bytesOf = (content: Content): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? encoder.encode(content) : content

/** Delivers the whole body in one chunk. */
class LightBody {
  readonly content: Content
  readonly #onRead: () => void

  constructor(content: Content, onRead: () => void) {
    this.content = content
    this.#onRead = onRead
  }

  getReader() {
    let isRead = false
    const read = (): Promise<Chunk> => {
      const chunk = isRead ? { done: true, value: undefined } : { done: false, value: bytesOf(this.content) }
      isRead = true
      this.#onRead()
      return Promise.resolve(chunk)
    }
    return { read, cancel: () => this.cancel(), releaseLock: (): void => undefined }
  }

  cancel(): Promise<void> {
    return Promise.resolve()
  }
}

/** Common parts of requests and answers. */
abstract class LightMessage {
  readonly headers: LightHeaders
  readonly content: Content | null
  bodyUsed = false

  constructor(headers: HeaderInit | null | undefined, content: Content | null) {
    this.headers = new LightHeaders(headers)
    this.content = content
  }

  get body(): LightBody | null {
    if (this.content === null) return null
    return new LightBody(this.content, () => {
      this.bodyUsed = true
    })
  }

  async #read(): Promise<Content> {
    if (this.bodyUsed) throw new TypeError('Body is unusable: it was read before')
    this.bodyUsed = this.content !== null
    return this.content ?? ''
  }

  async text(): Promise<string> {
    const content = await this.#read()
    return typeof content === 'string' ? content : decoder.decode(content)
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return bytesOf(await this.#read()).slice().buffer
  }
}

/** A world transfers only texts and images. */
function toContent(body: unknown): Content | null {
  if (body === undefined || body === null) return null
  if (body instanceof LightBody) return body.content
  if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0))
  if (typeof body !== 'string') throw new TypeError('A body in this world is a text or a picture')
  return body
}

interface RequestSetup {
  readonly method?: string
  readonly headers?: HeaderInit
  readonly body?: unknown
  readonly signal?: LightSignal
}

class LightRequest extends LightMessage {
  readonly url: string
  readonly method: string
  readonly signal: LightSignal

  constructor(input: string | URL | LightRequest, setup: RequestSetup = {}) {
    const from = input instanceof LightRequest ? input : undefined
    super(setup.headers ?? from?.headers, setup.body === undefined ? (from?.content ?? null) : toContent(setup.body))
    this.url = input instanceof LightRequest ? input.url : String(input)
    this.method = (setup.method ?? from?.method ?? 'GET').toUpperCase()
    this.signal = setup.signal ?? from?.signal ?? new LightSignal()
    // Every browser adds this header to outgoing requests.
    if (this.content !== null) this.headers.set('content-length', String(bytesOf(this.content).byteLength))
  }

  clone(): LightRequest {
    return new LightRequest(this)
  }
}

interface ResponseSetup {
  readonly status?: number
  readonly statusText?: string
  readonly headers?: HeaderInit
}

class LightResponse extends LightMessage {
  readonly status: number
  readonly statusText: string
  readonly type = 'default'
  readonly url = ''
  readonly redirected = false

  constructor(body?: unknown, { status = 200, statusText = '', headers }: ResponseSetup = {}) {
    super(headers, toContent(body))
    this.status = status
    this.statusText = statusText
    if (this.content !== null && !this.headers.has('content-type'))
      this.headers.set('content-type', 'text/plain;charset=UTF-8')
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  clone(): LightResponse {
    const { status, statusText, headers } = this
    return new LightResponse(this.content, { status, statusText, headers })
  }
}

const LIGHT = {
  Headers: LightHeaders,
  Request: LightRequest,
  Response: LightResponse,
  AbortSignal: LightSignal,
  AbortController: LightController,
}

const { Headers, Request, Response, AbortSignal, AbortController } = globalThis
const REAL = { Headers, Request, Response, AbortSignal, AbortController }

/** The platform's own class, still needed while the light ones replace it. */
export const PlatformResponse = Response

export function installLightWeb(): void {
  Object.assign(globalThis, LIGHT)
}

export function uninstallLightWeb(): void {
  Object.assign(globalThis, REAL)
}
