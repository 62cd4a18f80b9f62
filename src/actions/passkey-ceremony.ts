import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { PasskeyBody, PasskeyCreation, PasskeyLoginBody, PasskeyOptions } from '../contract/passkeys.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { PasskeyTrouble } from './passkeys.online.ts'

const NAMES_OF_REFUSAL = new Set(['NotAllowedError', 'AbortError', 'TimeoutError'])

function reasonOf(error: unknown): PasskeyTrouble['reason'] {
  if (!(error instanceof Error)) return 'unsupported'
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  return NAMES_OF_REFUSAL.has(error.name) ? 'cancelled' : 'unsupported'
}

/** The browser throws when the driver closes its dialog, or when there is nothing to use. */
async function run<T>(start: () => Promise<T>): Promise<Result<T, PasskeyTrouble>> {
  try {
    return ok(await start())
  } catch (error) {
    return err({ kind: 'passkey', reason: reasonOf(error) })
  }
}

export const createPasskey = (options: PasskeyCreation): Promise<Result<PasskeyBody['response'], PasskeyTrouble>> =>
  run(() => startRegistration({ optionsJSON: options }) as Promise<PasskeyBody['response']>)

export const askForPasskey = (options: PasskeyOptions): Promise<Result<PasskeyLoginBody['response'], PasskeyTrouble>> =>
  run(() => startAuthentication({ optionsJSON: options }) as Promise<PasskeyLoginBody['response']>)
