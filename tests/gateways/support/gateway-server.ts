import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GatewayConfig } from '../../../provider/gateways/gateway-config.ts'
import type { GatewayName } from '../../../src/contract/payments.ts'

export interface GatewayRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface GatewayReply {
  readonly status: number
  readonly body: unknown
}

/** `html`: a proxy's page with status 200. `hang`: the answer never comes. `cut`: the answer stops half-way. */
export type Mood = 'well' | 'down' | 'html' | 'hang' | 'cut' | 'refusing'

export interface GatewayServer {
  readonly url: string
  readonly requests: readonly GatewayRequest[]
  setMood(mood: Mood): void
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendInMood(mood: Exclude<Mood, 'well' | 'refusing'>, response: ServerResponse): void {
  switch (mood) {
    case 'down':
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"oops"}')
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in</body></html>')
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
      response.write('{"status":tr')
      response.destroy()
      return
    case 'hang':
      return
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** Starts a gateway's HTTP side in this process: it answers as `reply` decides and records the requests. */
export async function startGatewayServer(
  reply: (request: GatewayRequest) => GatewayReply,
  refusal: GatewayReply,
): Promise<GatewayServer> {
  const requests: GatewayRequest[] = []
  let mood: Mood = 'well'
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await readBody(incoming),
    }
    requests.push(request)
    if (mood !== 'well' && mood !== 'refusing') return sendInMood(mood, response)
    const { status, body } = mood === 'refusing' ? refusal : reply(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body === null ? '' : JSON.stringify(body))
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    setMood(next) {
      mood = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

export type FakeOutcome = 'paid' | 'failed' | 'abandoned' | 'processing'

/**
 * Money movements at the gateway that we did not start: someone refunds the rest on the gateway's own pages, the
 * payer's bank opens and decides a dispute, refunds in transit arrive or fail, the bank reverses the whole payment.
 */
export type FakeBack =
  | 'refund'
  | 'inquiry'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'refunds_arrive'
  | 'refunds_fail'
  | 'reverse'

/** A gateway with its own books, which knows about the provider only from the requests it was sent. */
export interface FakeGateway extends GatewayServer {
  readonly name: Exclude<GatewayName, 'sandbox'>
  readonly config: Partial<GatewayConfig>
  /**
   * Sets what the payer did. `amount` is in the gateway's wire units, for a payment that differs from the sum
   * requested.
   */
  settle(
    reference: string,
    outcome: FakeOutcome,
    changes?: { readonly amount?: number; readonly currency?: string },
  ): void
  refunded(reference: string): readonly number[]
  /** Simulates the movements that the gateway supports; mobile money supports refunds only. */
  goBack(reference: string, back: FakeBack): void
  /** Makes charges without the payer be declined from then on; only for gateways that keep payment methods. */
  declineSaved?(isDeclined: boolean): void
  /** Tokens of the methods that were removed. */
  readonly forgotten?: readonly string[]
  /** Returns a webhook about a payment, signed at `atMs`, with another secret if one is given. */
  webhook(
    reference: string,
    event: {
      readonly id: string
      readonly type: 'paid' | 'failed' | 'refund' | 'dispute' | 'other'
      readonly atMs: number
      readonly secret?: string
    },
  ): { readonly body: Uint8Array; readonly headers: Headers }
}

export const toBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
