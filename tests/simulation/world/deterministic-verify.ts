import { createHash } from 'node:crypto'

/**
 * Web Crypto answers from a worker thread at an unpredictable time. In a world a phone verifies the deterministic
 * signer's output at once, and a signature that does not match its text still fails.
 */
const still = {
  importKey: (_format: string, jwk: object): Promise<object> => Promise.resolve(jwk),
  verify(...[, , signature, bytes]: readonly [object, object, Uint8Array, Uint8Array]): Promise<boolean> {
    return Promise.resolve(createHash('sha256').update(bytes).digest().equals(signature))
  },
}

export function installStillVerify(): void {
  Object.defineProperty(globalThis.crypto, 'subtle', { value: still, configurable: true })
}

export function uninstallStillVerify(): void {
  Reflect.deleteProperty(globalThis.crypto, 'subtle')
}
