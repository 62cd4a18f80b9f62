import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import type { PushMessage, PushSubscriptionBody } from '../../../src/contract/push.ts'

export interface PushedMessage {
  readonly device: string
  readonly message: PushMessage
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
  /** Public key of the sender, with which the signature was checked. */
  readonly key: string
}

export interface PushService {
  /** `127.0.0.1:port`, for PUSH_HOSTS. */
  readonly host: string
  /** Delivered messages, oldest first. */
  readonly messages: readonly PushedMessage[]
  /** Number of all requests, successful or not. */
  readonly requests: () => number
  /** Answers the next requests to a device with these instead. */
  answerWith(
    device: string,
    ...answers: ReadonlyArray<number | { status: number; headers: Record<string, string> }>
  ): void
  /** Returns what a browser would register for a device of this name. */
  subscribe(device: string, changes?: Partial<PushSubscriptionBody>): PushSubscriptionBody
  close(): Promise<void>
}

interface Device {
  readonly ecdh: ReturnType<typeof createECDH>
  readonly auth: Buffer
}

/** Decrypts one record of aes128gcm (RFC 8291). Throws on anything not encrypted for this device. */
function decrypt({ ecdh, auth }: Device, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const derive = (key: Uint8Array, from: Uint8Array, about: { readonly info: Buffer; readonly length: number }) =>
    Buffer.from(hkdfSync('sha256', key, from, about.info, about.length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, { info, length: 32 })
  const key = derive(secret, salt, { info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(secret, salt, { info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/**
 * Checks a VAPID header as a push service does: signed by the key it names, for this service, by a sender that can be
 * contacted. Returns the key.
 */
async function checkVapid(header: string, origin: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience: origin,
  })
  if (!/^mailto:\S+@\S+$/.test(payload.sub ?? '')) throw new Error('no way to reach the sender')
  return key
}

/** Starts a push service that decrypts its messages as the device would. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>()
  const scripted = new Map<string, (number | { status: number; headers: Record<string, string> })[]>()
  const messages: PushedMessage[] = []
  let requests = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests += 1
      const name = decodeURIComponent((request.url ?? '').slice('/device/'.length))
      const device = devices.get(name)
      const answer = scripted.get(name)?.shift()
      const receive = async (): Promise<number> => {
        if (device === undefined) return 404
        const key = await checkVapid(request.headers.authorization ?? '', `http://${host}`)
        const message = JSON.parse(decrypt(device, Buffer.concat(chunks))) as PushMessage
        const { ttl, urgency, topic } = request.headers
        messages.push({ device: name, message, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), key })
        return 201
      }
      if (answer !== undefined) {
        const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
        response.writeHead(status, headers).end()
        return
      }
      receive().then(
        (status) => response.writeHead(status).end(),
        (error: unknown) => response.writeHead(400).end(String(error)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? String(address.port) : ''}`
  return {
    host,
    messages,
    requests: () => requests,
    answerWith: (device, ...answers) => void scripted.set(device, [...answers]),
    subscribe(name, changes = {}) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const device = { ecdh, auth: randomBytes(16) }
      devices.set(name, device)
      return {
        endpoint: `http://${host}/device/${encodeURIComponent(name)}`,
        keys: { p256dh: ecdh.getPublicKey().toString('base64url'), auth: device.auth.toString('base64url') },
        language: 'en',
        timezone: 'America/Toronto',
        ...changes,
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
