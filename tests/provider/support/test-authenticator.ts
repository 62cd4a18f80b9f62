import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

const toText = (bytes: Buffer): string => bytes.toString('base64url')
const hash = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** The parts of an answer that a test may falsify. */
export interface Answer {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  readonly verified?: boolean
  readonly counter?: number
}

/** A software authenticator: one ES256 key, the answers that a browser would send, and every way to get them wrong. */
export class TestAuthenticator {
  readonly credentialId = toText(randomBytes(16))
  readonly #key: KeyObject
  readonly #coseKey: Buffer

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}, in CBOR.
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  #clientData(type: string, { challenge, origin = 'http://localhost:4173' }: Answer): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data({ rpId = 'localhost', verified = true, counter = 1 }: Answer, key?: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0) | (key === undefined ? 0 : HAS_KEY)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, key ?? Buffer.alloc(0)])
  }

  create(answer: Answer) {
    const id = Buffer.from(this.credentialId, 'base64url')
    const data = this.#data(answer, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#coseKey]))
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: toText(this.#clientData('webauthn.create', answer)),
        attestationObject: toText(attestation),
        transports: ['internal'],
      },
    }
  }

  sign(answer: Answer, userHandle: string | null = null) {
    const data = this.#data(answer)
    const clientData = this.#clientData('webauthn.get', answer)
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, hash(clientData)]))
      .sign(this.#key)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: toText(clientData),
        authenticatorData: toText(data),
        signature: toText(signature),
        userHandle,
      },
    }
  }

  #credential() {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key', clientExtensionResults: {} }
  }
}
