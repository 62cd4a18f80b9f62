import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** The hosts beyond our own that the configuration names. */
interface NamedHosts {
  readonly tileOrigins: readonly string[]
  readonly connectOrigins: readonly string[]
}

interface PageHosts extends NamedHosts {
  /** Null: no card form. */
  readonly gateways: { readonly stripe: object | null }
  readonly social: SocialHosts | null
}

interface SocialHosts {
  readonly authDomain: string
  readonly emulatorHost: string | null
}

/** The card gateway's own form: named only while its key is set. https://docs.stripe.com/security/guide#content-security-policy */
const CARD_FORM = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
} as const

/**
 * The identity service: its loader, its sign-in frame, its calls. Named only while it is set up.
 * https://firebase.google.com/docs/auth/web/google-signin
 */
function socialHosts(social: SocialHosts | null) {
  if (social === null) return { script: '', frame: '', connect: '' }
  const emulator = social.emulatorHost === null ? '' : ` http://${social.emulatorHost}`
  return {
    script: 'https://apis.google.com',
    frame: `https://${social.authDomain}${emulator}`,
    connect: `https://identitytoolkit.googleapis.com https://securetoken.googleapis.com${emulator}`,
  }
}

/** Hashes of what stands inline in a page that the build rendered (scripts/prerender.ts). */
export interface InlineHashes {
  readonly style: string
  readonly script: string
}

const orHash = (hash: string | undefined): string => (hash === undefined ? '' : ` '${hash}'`)

/**
 * No inline script or style but those of `inline`, no host that is not configured. `blob:` images are screenshots and photos made on the
 * device.
 */
export function contentSecurityPolicy(config: PageHosts, inline?: InlineHashes): string {
  const tiles = config.tileOrigins.join(' ')
  const card = config.gateways.stripe === null ? undefined : CARD_FORM
  const social = socialHosts(config.social)
  const connect = [...config.tileOrigins, ...config.connectOrigins, card?.connect ?? '', social.connect].join(' ')
  const frame = `${card?.frame ?? ''} ${social.frame}`.trim()
  const directives: ReadonlyArray<readonly [string, string]> = [
    ['default-src', "'none'"],
    ['script-src', `'self'${orHash(inline?.script)} ${card?.script ?? ''} ${social.script}`],
    ...(frame === '' ? [] : [['frame-src', frame] as const]),
    ['style-src', `'self'${orHash(inline?.style)}`],
    ['img-src', `'self' data: blob: ${tiles}`],
    ['font-src', "'self'"],
    ['connect-src', `'self' ${connect}`],
    ['media-src', "'self' blob:"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
  ]
  return directives.map(([name, value]) => `${name} ${value.trim()}`).join('; ')
}

/** The worker runs no markup; it fetches from ourselves and from the tile hosts. */
export function workerPolicy(config: NamedHosts): string {
  const connect = [...config.tileOrigins, ...config.connectOrigins].join(' ')
  return `default-src 'none'; script-src 'self'; connect-src ${`'self' ${connect}`.trim()}`
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer; a year of HTTPS alone where that is our address; static files and the documentation page set their own policy before this one looks. */
export function securityHeaders({ isHttps }: { readonly isHttps: boolean }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', API_POLICY)
    if (isHttps) c.header('strict-transport-security', 'max-age=31536000')
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'strict-origin-when-cross-origin')
    c.header('x-frame-options', 'DENY')
    c.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    c.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=(), payment=(self), usb=()')
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  }
}
