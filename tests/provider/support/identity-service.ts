import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'

export const PROJECT = 'demo-baywise'

type Claims = Readonly<Record<string, unknown>>

export interface TokenOptions {
  readonly nowMs: number
  /** In the place of what the service would say; undefined leaves a claim out. */
  readonly claims?: Claims | undefined
  readonly kid?: string
  readonly project?: string
}

/** What the identity service puts into a token for somebody who signed in with Google a moment ago. */
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
  /** Where the keys are published. */
  readonly keysUrl: string
  /** How often the keys were asked for. */
  readonly requests: () => number
  token(options: TokenOptions): Promise<string>
  /** A new key signs from now on, and is published. */
  rotate(): Promise<void>
  /** Cache-Control of the next answers. */
  cacheFor(header: string): void
  /** While true the keys are answered with 500. */
  breakDown(broken: boolean): void
  /** While true the keys are said to be elsewhere, where there are some too. */
  moveAway(moved: boolean): void
  /** The public key that is published now, and its id. */
  readonly published: () => JWK
  close(): Promise<void>
}

const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** The identity service's half that the provider sees: published keys, and tokens signed with them. */
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

/** As the service's emulator writes them: nobody signed it. */
export const unsignedToken = (options: TokenOptions): string => new UnsecuredJWT(claimsAt(options)).encode()
