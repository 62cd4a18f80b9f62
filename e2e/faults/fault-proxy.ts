import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { passOn, type Answer } from './pass-on.ts'

export type Fault =
  /** The connection breaks before the request reaches the provider. */
  | 'refuse'
  /** The provider handles the request; its answer is lost. */
  | 'lose answer'
  /** Half of the body arrives, then the connection breaks. */
  | 'cut'
  /** Accepted and never answered ("lie-fi"). */
  | 'silent'
  /** Headers at once, then an endless slow trickle of bytes. */
  | 'trickle'
  /** A hotel's sign-in page with status 200. */
  | 'portal'
  /** Redirects to the hotel's sign-in page. */
  | 'redirect'
  /** The same page, cacheable for an hour. */
  | 'kept portal'
  /** The 503 page of the provider's front end while the provider is down. */
  | 'unavailable'
  /** A deploy that moved the route to another origin, where the preflight is missing. */
  | 'preflight'

/** One request as received. */
export interface Seen {
  readonly method: string
  readonly path: string
  /** The Idempotency-Key header. */
  readonly key: string | undefined
  readonly authorization: string | undefined
}

type Matcher = (seen: Seen) => boolean

/** Files served in place of the provider's own; undefined means the provider's. */
export interface Deployed {
  answer(url: string): Answer | undefined
}

interface Rule {
  readonly matches: Matcher
  readonly fault: Fault
  times: number
}

/** An answer from the provider that the phone does not get before `release`. */
export interface Held {
  /** Resolves once the provider has answered, so the effect exists. */
  readonly arrived: Promise<void>
  release(): void
}

interface Hold extends Held {
  readonly matches: Matcher
  readonly released: Promise<void>
  readonly arrive: () => void
}

const PORTAL = '<!doctype html><title>Hotel</title><h1>Sign in to the network</h1>'
const TRICKLE_MS = 250

const toSeen = ({ method = 'GET', url = '/', headers }: IncomingMessage): Seen => {
  const key = headers['idempotency-key']
  return { method, path: url, key: typeof key === 'string' ? key : undefined, authorization: headers.authorization }
}

export const isApi = ({ path }: Seen): boolean => path.startsWith('/api/')

/** A change the driver asked for; renewing a sign-in carries a key too, but is not one. */
export const isWrite: Matcher = ({ method, key, path }) =>
  method !== 'GET' && key !== undefined && !path.startsWith('/api/v1/auth/')

/** Proxy between phone and provider: records every request, and breaks those it is told to. */
export class FaultProxy {
  readonly url: string
  readonly seen: Seen[] = []
  /** Serves the app in place of the provider's own files; null when the provider serves them. */
  release: Deployed | null = null
  /** The release whose hashed files a deploy left in place; null when they were removed. */
  leftBehind: Deployed | null = null
  readonly #server: Server
  readonly #target: string
  readonly #rules: Rule[] = []
  readonly #holds: Hold[] = []
  readonly #expired = new Set<string>()
  readonly #unanswered = new Set<ServerResponse>()
  #weather: Fault | null = null

  private constructor(server: Server, target: string) {
    this.#server = server
    this.#target = target
    this.url = `http://localhost:${String((server.address() as AddressInfo).port)}`
  }

  static async start(target: string): Promise<FaultProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const proxy = new FaultProxy(server, target)
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      proxy.#handle(incoming, outgoing).catch(() => outgoing.destroy())
    })
    return proxy
  }

  /** Applies a fault to every request; null for none. Changing it cuts the requests that are still unanswered. */
  set weather(weather: Fault | null) {
    this.#weather = weather
    for (const outgoing of this.#unanswered) outgoing.destroy()
    this.#unanswered.clear()
  }

  /** The writes that arrived, from all tabs and workers. */
  get writes(): readonly Seen[] {
    return this.seen.filter(isWrite)
  }

  /** Breaks the next matching requests. Returns a function that stops it. */
  break(fault: Fault, matches: Matcher, times = Number.POSITIVE_INFINITY): () => void {
    const rule = { matches, fault, times }
    this.#rules.push(rule)
    return () => {
      rule.times = 0
    }
  }

  /** Holds back the answer to the next matching request. */
  hold(matches: Matcher): Held {
    const arrival = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const hold: Hold = {
      matches,
      arrived: arrival.promise,
      arrive: arrival.resolve,
      released: release.promise,
      release: release.resolve,
    }
    this.#holds.push(hold)
    return hold
  }

  /** From now on the provider refuses every access token seen so far, as it does after fifteen minutes. */
  expireTokens(): void {
    for (const { authorization } of this.seen) if (authorization !== undefined) this.#expired.add(authorization)
  }

  async stop(): Promise<void> {
    for (const hold of this.#holds) hold.release()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #faultFor(seen: Seen): Fault | null {
    const rule = this.#rules.find(({ matches, times }) => times > 0 && matches(seen))
    if (rule === undefined) return this.#weather
    rule.times -= 1
    return rule.fault
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const seen = toSeen(incoming)
    this.seen.push(seen)
    // A browser silently retries a request that failed on a reused connection, so each request gets a new connection.
    outgoing.setHeader('connection', 'close')
    // The second origin, where the preflight is missing.
    if (incoming.headers.host?.startsWith('127.0.0.1') === true) return void outgoing.writeHead(403).end()
    const fault = this.#faultFor(seen)
    if (fault !== null) return this.#suffer(fault, incoming, outgoing)
    const answer = await this.#answer(seen, incoming)
    const index = this.#holds.findIndex(({ matches }) => matches(seen))
    const [hold] = index === -1 ? [] : this.#holds.splice(index, 1)
    hold?.arrive()
    await hold?.released
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  }

  async #answer(seen: Seen, incoming: IncomingMessage): Promise<Answer> {
    if (isApi(seen) || seen.path.startsWith('/sandbox/')) return this.#ask(incoming)
    const answer = this.release?.answer(seen.path) ?? (await this.#ask(incoming))
    return answer.status === 404 ? (this.leftBehind?.answer(seen.path) ?? answer) : answer
  }

  #ask(incoming: IncomingMessage): Promise<Answer> {
    const { authorization } = incoming.headers
    const isExpired = authorization !== undefined && this.#expired.has(authorization)
    const headers = isExpired ? { ...incoming.headers, authorization: 'Bearer expired' } : incoming.headers
    return passOn(incoming, (toAnswer) =>
      request(this.#target + (incoming.url ?? '/'), { method: incoming.method, headers }, toAnswer),
    )
  }

  async #suffer(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    switch (fault) {
      case 'refuse':
        return void outgoing.destroy()
      case 'lose answer':
        await this.#ask(incoming)
        return void outgoing.destroy()
      case 'cut':
        return cut(outgoing, await this.#ask(incoming))
      case 'silent':
        return void this.#unanswered.add(outgoing)
      case 'trickle':
        return trickle(outgoing)
      case 'portal':
        return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL)
      case 'kept portal': {
        const headers = { 'content-type': 'text/html', 'cache-control': 'public, max-age=3600' }
        return void outgoing.writeHead(200, headers).end(PORTAL)
      }
      case 'redirect':
        if (incoming.url === '/portal') return this.#suffer('portal', incoming, outgoing)
        return void outgoing.writeHead(302, { location: '/portal' }).end()
      case 'unavailable':
        return void outgoing.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>')
      case 'preflight': {
        const moved = this.url.replace('localhost', '127.0.0.1') + (incoming.url ?? '/')
        return void outgoing.writeHead(307, { location: moved }).end()
      }
    }
  }
}

async function cut(outgoing: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length })
  await new Promise((resolve) => outgoing.write(body.subarray(0, body.length >> 1), resolve))
  outgoing.destroy()
}

async function trickle(outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  while (!outgoing.destroyed) {
    outgoing.write(' ')
    await wait(TRICKLE_MS)
  }
}
