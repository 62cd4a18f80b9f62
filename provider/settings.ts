import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { EMAIL } from '../src/domain/email.ts'
import { GEO_SERVICES, isGeoService } from '../src/domain/geo-services.ts'
import { createSeal } from './db/seal.ts'
import { parseFeedConfig } from './rules/feed-config.ts'
import { parseNetwork } from './rules/trusted-networks.ts'

/**
 * What a variable may hold: the name of the type, and the message for a bad value, which follows the variable's name.
 */
interface Kind {
  readonly type: string
  readonly must: string
  readonly isGood: (text: string) => boolean
}

/** A variable read by the provider. */
export interface Setting {
  readonly name: string
  readonly kind: Kind
  /** Never printed, neither in an error nor by `provider config`. */
  readonly isSecret: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns undefined for a variable that is unset or blank. */
export const present = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim()

export const listOf = (value: string | undefined): readonly string[] =>
  (present(value) ?? '').split(/[\s,]+/).filter((item) => item !== '')

export const OFF: readonly string[] = ['0', 'false', 'no', 'off']
const ON: readonly string[] = ['1', 'true', 'yes', 'on']

const HOST = /^[\w-]+(\.[\w-]+)*(:\d{1,5})?$/
/** A source expression of a content security policy: no character that could end its directive. */
const SOURCE = /^(https?:\/\/)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5}|:\*)?(\/[^\s;,'"]*)?$/

const isAddress = (protocols: readonly string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

const all = (isGood: (item: string) => boolean) => (text: string) => listOf(text).every(isGood)

function isDone(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

const fileAt = (path: string) => statSync(path, { throwIfNoEntry: false })

const wholeNumber = (least: number, most: number): Kind => ({
  type: 'number',
  must: `must be a whole number from ${String(least)} to ${String(most)}`,
  isGood: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
})

const SWITCH: Kind = {
  type: 'switch',
  must: 'is 1 or 0',
  isGood: (text) => [...ON, ...OFF].includes(text.toLowerCase()),
}
const WORD: Kind = { type: 'text', must: 'must be one word', isGood: (text) => !/\s/.test(text) }
const WEB: Kind = {
  type: 'address',
  must: 'must be an address that begins with http:// or https://',
  isGood: isAddress(['http:', 'https:']),
}
const DATABASE: Kind = {
  type: 'address',
  must: 'must be an address that begins with postgres:// or postgresql://',
  isGood: isAddress(['postgres:', 'postgresql:']),
}
const SOURCES: Kind = {
  type: 'list',
  must: 'takes hosts such as "https://tiles.example"',
  isGood: all((item) => SOURCE.test(item)),
}
const NETWORKS: Kind = {
  type: 'list',
  must: 'takes networks such as "10.0.0.0/8, 192.0.2.7"',
  isGood: all((item) => parseNetwork(item) !== undefined),
}
const FOLDER: Kind = {
  type: 'folder',
  must: 'must be a folder, or the name of one to come',
  isGood: (text) => isDone(() => fileAt(text)) && fileAt(text)?.isDirectory() !== false,
}
const FILE: Kind = {
  type: 'file',
  must: 'must be a file that is there',
  isGood: (text) => isDone(() => fileAt(text)) && fileAt(text)?.isFile() === true,
}

const setting = (name: string, kind: Kind): Setting => ({ name, kind, isSecret: false })
const secret = (name: string, kind: Kind = WORD): Setting => ({ name, kind, isSecret: true })

/** Every variable that may be set; docs/configuration.md explains them. */
export const SETTINGS: readonly Setting[] = [
  setting('PORT', wholeNumber(1, 65_535)),
  setting('HOST', {
    type: 'address',
    must: 'must be an address of this machine',
    isGood: (text) => isIP(text) > 0 || HOST.test(text),
  }),
  setting('PUBLIC_URL', WEB),
  setting('DATA_DIR', FOLDER),
  setting('DIST_DIR', FOLDER),
  setting('DATABASE_URL', DATABASE),
  setting('DATABASE_OWNER_URL', DATABASE),
  setting('DATABASE_REPLICA_URL', DATABASE),
  setting('DATABASE_POOL', wholeNumber(2, 1_000)),
  secret('KEY_ENCRYPTION_KEY', {
    type: 'list',
    must: 'must be 32 bytes in base64, as "openssl rand -base64 32" prints',
    isGood: (text) => isDone(() => createSeal(listOf(text))),
  }),
  setting('BACKUP_KEY_FILE', FILE),
  setting('ARCHIVE_DIR', FOLDER),
  setting('SANDBOX', SWITCH),
  setting('SMTP_URL', {
    type: 'address',
    must: 'must be an address that begins with smtp:// or smtps://',
    isGood: isAddress(['smtp:', 'smtps:']),
  }),
  setting('MAIL_FROM', {
    type: 'email',
    must: 'must be an email address, or "Name <address>"',
    isGood: (text) => EMAIL.test(/^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text),
  }),
  setting('CONTACT_EMAIL', { type: 'email', must: 'must be an email address', isGood: (text) => EMAIL.test(text) }),
  setting('OCCUPANCY_FEEDS', {
    type: 'list',
    must: 'takes FORMAT:SOURCE=ADDRESS (formats: docs/chargers.md)',
    isGood: all((item) => isDone(() => parseFeedConfig(item))),
  }),
  secret('PAYSTACK_SECRET_KEY'),
  setting('PAYSTACK_PUBLIC_KEY', WORD),
  setting('PAYSTACK_URL', WEB),
  secret('WAVE_API_KEY'),
  secret('WAVE_WEBHOOK_SECRET'),
  setting('WAVE_URL', WEB),
  secret('STRIPE_SECRET_KEY'),
  setting('STRIPE_PUBLISHABLE_KEY', WORD),
  secret('STRIPE_WEBHOOK_SECRET'),
  setting('STRIPE_URL', WEB),
  // Only networks are accepted: a count of proxies would also trust clients that reach the port directly.
  setting('TRUST_PROXY', { ...NETWORKS, isGood: (text) => OFF.includes(text.toLowerCase()) || NETWORKS.isGood(text) }),
  setting('GEO_COUNTRY_HEADER', {
    type: 'text',
    must: 'must be the name of a header',
    isGood: (text) => /^[\w-]+$/.test(text),
  }),
  setting('GEO_DATABASE', FILE),
  setting('GEO_SERVICES', {
    type: 'list',
    must: `knows ${Object.keys(GEO_SERVICES).join(', ')}`,
    isGood: all(isGeoService),
  }),
  setting('REQUESTS_PER_MINUTE_PER_ADDRESS', wholeNumber(0, 999_999_999)),
  setting('REQUESTS_PER_MINUTE_PER_USER', wholeNumber(0, 999_999_999)),
  setting('METRICS_NETWORKS', NETWORKS),
  secret('METRICS_TOKEN'),
  setting('OTEL_EXPORTER_OTLP_ENDPOINT', WEB),
  secret('OTEL_EXPORTER_OTLP_HEADERS', {
    type: 'list',
    must: 'takes NAME=VALUE, separated by commas',
    isGood: all((item) => /^[\w-]+=[^\s=]/.test(item) && isDone(() => decodeURIComponent(item))),
  }),
  setting('OTEL_TRACES_SAMPLER_ARG', {
    type: 'number',
    must: 'must be a number from 0 to 1',
    isGood: (text) => /^(0|1|[01]?\.\d{1,9})$/.test(text) && Number(text) <= 1,
  }),
  setting('OTEL_SERVICE_NAME', WORD),
  setting('FIREBASE_PROJECT_ID', {
    type: 'text',
    must: 'must be the id of a project',
    isGood: (text) => /^[a-z0-9-]{4,40}$/.test(text),
  }),
  setting('FIREBASE_API_KEY', WORD),
  setting('FIREBASE_AUTH_DOMAIN', { type: 'host', must: 'must be a host', isGood: (text) => HOST.test(text) }),
  setting('FIREBASE_AUTH_EMULATOR_HOST', { type: 'host', must: 'must be a host', isGood: (text) => HOST.test(text) }),
  setting('PUSH_HOSTS', {
    type: 'list',
    must: 'takes hosts such as "push.example" or "*.push.example"',
    isGood: all((item) => HOST.test(item.replace(/^\*\./, ''))),
  }),
  setting('STREETS', {
    type: 'choice',
    must: 'is all, bundled or none',
    isGood: (text) => ['all', 'bundled', 'none'].includes(text),
  }),
  setting('TILE_ORIGINS', SOURCES),
  setting('CONNECT_ORIGINS', SOURCES),
  setting('SW_KILL', SWITCH),
]

/** Hides the password in an address. */
export const withoutPassword = (text: string): string => text.replace(/(:\/\/[^/@]*?:)[^/]*@/, '$1(hidden)@')

/** Invalid settings, one line per variable: all at once, before anything is opened. */
export function findSettingProblems(environment: Environment): readonly string[] {
  return SETTINGS.flatMap(({ name, kind, isSecret }) => {
    const text = present(environment[name])
    if (text === undefined || kind.isGood(text)) return []
    return [`${name} ${kind.must}${isSecret ? '' : `, not "${withoutPassword(text)}"`}`]
  })
}
