/** The identity service as configured in the environment. */
export interface SocialConfig {
  readonly projectId: string
  /** Identifies the project to the service; not a secret. */
  readonly apiKey: string
  /** Host of the service's sign-in pages. */
  readonly authDomain: string
  /** `host:port` of the service's emulator, whose tokens are unsigned: tests only. */
  readonly emulatorHost: string | null
  /** Where the service publishes the keys that sign its tokens. */
  readonly keysUrl: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library */
const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Hosts end up in the content security policy. */
const HOST = /^[\w-]+(\.[\w-]+)*(:\d{1,5})?$/

function hostIn(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim() ?? ''
  if (text === '') return undefined
  if (!HOST.test(text)) throw new Error(`${name} must be a host, not "${text}"`)
  return text
}

/**
 * The emulator lets anyone be any user, so it is allowed only for a project that cannot be real, and never where real
 * money may be involved.
 */
function findEmulator(environment: Environment, projectId: string, sandbox: boolean): string | null {
  const host = hostIn(environment, 'FIREBASE_AUTH_EMULATOR_HOST')
  const isProduction = !sandbox || environment['NODE_ENV'] === 'production'
  return host === undefined || isProduction || !projectId.startsWith('demo-') ? null : host
}

/** Null without a project and a key: social sign-in is off. */
export function readSocialConfig(environment: Environment, sandbox: boolean): SocialConfig | null {
  const projectId = environment['FIREBASE_PROJECT_ID']?.trim() ?? ''
  const apiKey = environment['FIREBASE_API_KEY']?.trim() ?? ''
  if (projectId === '' || apiKey === '') return null
  if (!/^[a-z0-9-]{4,40}$/.test(projectId)) throw new Error('FIREBASE_PROJECT_ID is not the id of a project')
  return {
    projectId,
    apiKey,
    authDomain: hostIn(environment, 'FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`,
    emulatorHost: findEmulator(environment, projectId, sandbox),
    keysUrl: KEYS_URL,
  }
}
