import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'

export const PROJECT = 'demo-baywise'

type Claims = Readonly<Record<string, unknown>>

export interface TokenOptions {
  readonly nowMs: number
  /** Overrides the service's own claims; undefined leaves a claim out. */
  readonly claims?: Claims | undefined
  readonly kid?: string
  readonly project?: string
}

/** Returns the claims that the identity service puts into a token for a user who has just signed in with Google. */
export function claimsAt({ nowMs, project = PROJECT, claims = {} }: TokenOptions): Record<string, unknown> {
  const seconds = Math.floor(nowMs / 1000)
  return {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: 'uid-awa',
    iat: seconds - 5,
    auth_time: seconds - 6,
    exp: seconds + 3_600,
    name: 'Awa Marie Diop',
    email: 'awa@example.test',
    email_verified: true,
    firebase: { sign_in_provider: 'google.com', identities: {} },
    ...claims,
  }
}

export interface IdentityService {
  /** Address of the published keys. */
  readonly keysUrl: string
  /** How often the keys were requested. */
  readonly requests: () => number
  token(options: TokenOptions): Promise<string>
  /** Publishes a new key and signs with it from then on. */
  rotate(): Promise<void>
  /** Sets the Cache-Control of the next answers. */
  cacheFor(header: string): void
  /** While true, requests for the keys get a 500. */
  breakDown(broken: boolean): void
  /** While true, requests for the keys are redirected to an address that has keys too. */
  moveAway(moved: boolean): void
  /** The currently published public key and its id. */
  readonly published: () => JWK
  close(): Promise<void>
}

const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** Starts the part of the identity service that the provider sees: published keys, and tokens signed with them. */
export async function startIdentityService(): Promise<IdentityService> {
  let key = await makeKey('key-1')
  let requests = 0
  let cacheControl = 'public, max-age=3600, must-revalidate, no-transform'
  let isBroken = false
  let hasMoved = false
  const server = createServer(({ url }, response) => {
    requests += 1
    if (hasMoved && url === '/keys') {
      response.writeHead(302, { location: '/elsewhere' }).end()
      return
    }
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json', 'cache-control': cacheControl })
    response.end(JSON.stringify({ keys: [key.jwk] }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    keysUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/keys`,
    requests: () => requests,
    token: (options) =>
      new SignJWT(claimsAt(options))
        .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? key.kid, typ: 'JWT' })
        .sign(key.privateKey),
    async rotate() {
      key = await makeKey(`key-${String(requests + 2)}`)
    },
    cacheFor(header) {
      cacheControl = header
    },
    breakDown(broken) {
      isBroken = broken
    },
    moveAway(moved) {
      hasMoved = moved
    },
    published: () => key.jwk,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Returns an unsigned token, as the service's emulator writes them. */
export const unsignedToken = (options: TokenOptions): string => new UnsecuredJWT(claimsAt(options)).encode()
