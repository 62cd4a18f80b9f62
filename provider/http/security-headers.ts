import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Configured hosts other than our own. */
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

/**
 * The card gateway's own form, allowed only while its key is set.
 * https://docs.stripe.com/security/guide#content-security-policy
 */
const CARD_FORM = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
} as const

/**
 * The identity service's loader, sign-in frame and calls, allowed only while it is set up.
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

/** CSP hashes of a page's inline styles and scripts. */
export interface InlineHashes {
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

const NOTHING_INLINE: InlineHashes = { styles: [], scripts: [] }

/** The policies of src/app/trusted-types.ts and public/floor.js. */
const OWN_TYPES = 'default still floor'

const quoted = (hashes: readonly string[]): string => hashes.map((hash) => ` '${hash}'`).join('')

/**
 * Allows no inline script or style except those of `inline`, and no host that is not configured. `blob:` images are
 * screenshots and photos made on the device.
 */
export function contentSecurityPolicy(config: PageHosts, inline: InlineHashes = NOTHING_INLINE): string {
  const tiles = config.tileOrigins.join(' ')
  const card = config.gateways.stripe === null ? undefined : CARD_FORM
  const social = socialHosts(config.social)
  const connect = [...config.tileOrigins, ...config.connectOrigins, card?.connect ?? '', social.connect].join(' ')
  const frame = `${card?.frame ?? ''} ${social.frame}`.trim()
  // Google's loader is untested with Trusted Types: where its sign-in is set up, they are not enforced.
  const types: ReadonlyArray<readonly [string, string]> =
    config.social === null
      ? [
          ['require-trusted-types-for', "'script'"],
          // The card form may create policies of its own.
          // https://docs.stripe.com/security/guide#content-security-policy
          ['trusted-types', card === undefined ? OWN_TYPES : '*'],
        ]
      : []
  const directives: ReadonlyArray<readonly [string, string]> = [
    ['default-src', "'none'"],
    ['script-src', `'self'${quoted(inline.scripts)} ${card?.script ?? ''} ${social.script}`],
    ...(frame === '' ? [] : [['frame-src', frame] as const]),
    ['style-src', `'self'${quoted(inline.styles)}`],
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
    ...types,
  ]
  return directives.map(([name, value]) => `${name} ${value.trim()}`).join('; ')
}

/** A worker renders no markup; it fetches only from our own origin and the configured hosts. */
export function workerPolicy(config: NamedHosts): string {
  const connect = [...config.tileOrigins, ...config.connectOrigins].join(' ')
  return `default-src 'none'; script-src 'self'; connect-src ${`'self' ${connect}`.trim()}`
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Location for the map, the gate's camera, payments and passkeys; nothing else, and none of it for framed pages. */
const PERMISSIONS = [
  'geolocation=(self), camera=(self), payment=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'bluetooth=(), display-capture=(), hid=(), idle-detection=(), local-fonts=(), microphone=(), midi=(), serial=(), usb=()',
  'window-management=(), xr-spatial-tracking=()',
].join(', ')

interface HeaderNeeds {
  readonly isHttps: boolean
  /** Google's sign-in answers through a popup that the page opens. */
  readonly hasSocial: boolean
}

/**
 * Headers of every answer, with a year of HSTS when our address is HTTPS. Static files and the documentation page have
 * set their own policy by then.
 */
export function securityHeaders({ isHttps, hasSocial }: HeaderNeeds): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    // Avoids `c.header`, which rebuilds the answer each time.
    const { headers } = c.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', API_POLICY)
    if (isHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    headers.set('cross-origin-opener-policy', hasSocial ? 'same-origin-allow-popups' : 'same-origin')
    headers.set('permissions-policy', PERMISSIONS)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }
}
