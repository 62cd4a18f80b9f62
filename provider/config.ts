import { resolve } from 'node:path'
import { GEO_SERVICES, type GeoService, isGeoService } from '../src/domain/geo-services.ts'
import { type GatewayConfig, readGatewayConfig } from './gateways/gateway-config.ts'
import { type FeedConfig, parseFeedConfig } from './rules/feed-config.ts'
import type { TracingConfig } from './http/tracing.ts'
import { readSocialConfig, type SocialConfig } from './rules/social-config.ts'
import { type Environment, findSettingProblems, listOf, OFF, present } from './settings.ts'

/** Every setting from the environment, parsed once. Names and defaults: docs/configuration.md. */
export interface ProviderConfig {
  readonly port: number
  /** The address to listen on; only the loopback interface unless HOST is set. */
  readonly host: string
  /** Absolute folder of the embedded database and other files that must survive a restart. */
  readonly dataDir: string
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /**
   * Login that owns and migrates the tables of `databaseUrl`. Undefined when they are already migrated, or when
   * `databaseUrl` owns them.
   */
  readonly databaseOwnerUrl: string | undefined
  /** A replica of `databaseUrl` for searches. When undefined or unavailable, `databaseUrl` itself is used. */
  readonly databaseReplicaUrl: string | undefined
  /** Demo account, demo parks, sandbox mailbox. */
  readonly sandbox: boolean
  /** New wallets open with credit: only in the sandbox, and never with a real gateway. */
  readonly welcomeCredit: boolean
  /**
   * Street maps made at the first start, in the sandbox only: from the extracts in `data/streets`, and with `all` from
   * the public build too.
   */
  readonly streets: 'all' | 'bundled' | 'none'
  /** Origin for links in emails and for the CSP, without a trailing slash. */
  readonly publicUrl: string
  /** Folder of the built app; absent in tests of the API alone. */
  readonly distDir: string
  /** Serves as `/sw.js` the worker that removes itself and all caches, to roll back a release. */
  readonly swKill: boolean
  /** Hosts beyond our own that the app may load raster tiles from (CSP `img-src`, `connect-src`). */
  readonly tileOrigins: readonly string[]
  /** Further origins that the app may fetch from (CSP `connect-src`). */
  readonly connectOrigins: readonly string[]
  /** Networks of our proxies, whose X-Forwarded-For is trusted. Empty: no proxy is trusted. */
  readonly trustedProxies: readonly string[]
  /** Header with the client's ISO country, set by a proxy (`CF-IPCountry`); undefined: unknown. */
  readonly geoCountryHeader: string | undefined
  /** CSV file of address ranges and their countries, used when no header gives the country. Undefined: no such file. */
  readonly geoDatabase: string | undefined
  /** Public services that phones ask for their country when the provider does not know it; their hosts join `connectOrigins`. */
  readonly geoServices: readonly GeoService[]
  readonly gateways: GatewayConfig
  /** Null: no social sign-in. */
  readonly social: SocialConfig | null
  /**
   * Hosts that notifications may be sent to; `*.` matches any subdomain. Needed because clients supply the
   * subscription's address.
   */
  readonly pushHosts: readonly string[]
  /** Keys that encrypt the database's keys, base64 of 32 bytes each: the first encrypts, every one decrypts. */
  readonly keyEncryptionKeys: readonly string[]
  /** Absolute path of the keys that encrypt backups. Undefined: backups are not encrypted. */
  readonly backupKeyFile: string | undefined
  /**
   * Absolute folder of the database's base backups and WAL, for point-in-time recovery. Undefined: no archive is kept.
   */
  readonly archiveDir: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Where messages from the contact forms are emailed. */
  readonly contactEmail: string
  /** Feeds that report how many spaces and chargers are free, polled once a minute. */
  readonly feeds: readonly FeedConfig[]
  /** Who may read `/metrics`: clients in these networks, and clients that send the token. */
  readonly metrics: { readonly token: string | undefined; readonly networks: readonly string[] }
  /** Undefined: no tracing. */
  readonly tracing: TracingConfig | undefined
  /** Requests per minute, refilled evenly; 0 turns the limit off. */
  readonly requestsPerMinute: { readonly perAddress: number; readonly perUser: number }
  readonly poolSize: number
  /** Tests only: every JSON answer is checked against the schema that documents it. */
  readonly checkAnswers: boolean
}

/** Push services of Chromium, Firefox, Edge and Safari. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const

const THIS_MACHINE = ['127.0.0.0/8', '::1'] as const

const geoServices = (environment: Environment): readonly GeoService[] =>
  listOf(environment['GEO_SERVICES']).filter(isGeoService)

const wholeNumber = (environment: Environment, name: string, fallback: number): number =>
  Number(present(environment[name]) ?? fallback)

const absolute = (value: string | undefined): string | undefined => {
  const path = present(value)
  return path === undefined ? undefined : resolve(path)
}

const isOn = (value: string | undefined, fallback: boolean): boolean => {
  const text = present(value)
  return text === undefined ? fallback : !OFF.includes(text.toLowerCase())
}

function streets(environment: Environment, sandbox: boolean): ProviderConfig['streets'] {
  const text = present(environment['STREETS'])
  if (!sandbox) return 'none'
  return text === 'bundled' || text === 'none' ? text : 'all'
}

function tracing(environment: Environment): TracingConfig | undefined {
  const endpoint = present(environment['OTEL_EXPORTER_OTLP_ENDPOINT'])
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: Object.fromEntries(
      listOf(environment['OTEL_EXPORTER_OTLP_HEADERS']).map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name, decodeURIComponent(value.join('='))]
      }),
    ),
    ratio: Number(present(environment['OTEL_TRACES_SAMPLER_ARG']) ?? 1),
    service: present(environment['OTEL_SERVICE_NAME']) ?? 'baywise',
  }
}

/** Throws with a line for each variable whose value cannot be used. */
export function readConfig(environment: Environment): ProviderConfig {
  const problems = findSettingProblems(environment)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const port = wholeNumber(environment, 'PORT', 4173)
  const hasGatewayKeys = ['PAYSTACK_SECRET_KEY', 'STRIPE_SECRET_KEY', 'WAVE_API_KEY'].some(
    (name) => present(environment[name]) !== undefined,
  )
  const sandbox = isOn(environment['SANDBOX'], !hasGatewayKeys)
  return {
    port,
    host: present(environment['HOST']) ?? '127.0.0.1',
    dataDir: resolve(present(environment['DATA_DIR']) ?? '.data'),
    databaseUrl: present(environment['DATABASE_URL']),
    databaseOwnerUrl: present(environment['DATABASE_OWNER_URL']),
    databaseReplicaUrl: present(environment['DATABASE_REPLICA_URL']),
    sandbox,
    streets: streets(environment, sandbox),
    welcomeCredit: sandbox && !hasGatewayKeys,
    publicUrl: (present(environment['PUBLIC_URL']) ?? `http://localhost:${String(port)}`).replace(/\/+$/, ''),
    distDir: resolve(present(environment['DIST_DIR']) ?? 'dist'),
    swKill: isOn(environment['SW_KILL'], false),
    tileOrigins: listOf(environment['TILE_ORIGINS']),
    connectOrigins: [
      ...listOf(environment['CONNECT_ORIGINS']),
      ...geoServices(environment).map((name) => new URL(GEO_SERVICES[name]).origin),
    ],
    geoDatabase: present(environment['GEO_DATABASE']),
    geoServices: geoServices(environment),
    trustedProxies: isOn(environment['TRUST_PROXY'], true) ? listOf(environment['TRUST_PROXY']) : [],
    geoCountryHeader: present(environment['GEO_COUNTRY_HEADER']),
    gateways: readGatewayConfig(environment),
    social: readSocialConfig(environment, sandbox),
    pushHosts: [...PUSH_SERVICES, ...listOf(environment['PUSH_HOSTS'])],
    keyEncryptionKeys: listOf(environment['KEY_ENCRYPTION_KEY']),
    backupKeyFile: absolute(environment['BACKUP_KEY_FILE']),
    archiveDir: absolute(environment['ARCHIVE_DIR']),
    smtpUrl: present(environment['SMTP_URL']),
    mailFrom: present(environment['MAIL_FROM']) ?? 'Baywise <no-reply@baywise.test>',
    contactEmail: present(environment['CONTACT_EMAIL']) ?? 'contact@baywise.test',
    feeds: listOf(environment['OCCUPANCY_FEEDS']).map(parseFeedConfig),
    metrics: {
      token: present(environment['METRICS_TOKEN']),
      networks:
        present(environment['METRICS_NETWORKS']) === undefined ? THIS_MACHINE : listOf(environment['METRICS_NETWORKS']),
    },
    tracing: tracing(environment),
    requestsPerMinute: {
      perAddress: wholeNumber(environment, 'REQUESTS_PER_MINUTE_PER_ADDRESS', 1_200),
      perUser: wholeNumber(environment, 'REQUESTS_PER_MINUTE_PER_USER', 600),
    },
    poolSize: wholeNumber(environment, 'DATABASE_POOL', 16),
    checkAnswers: false,
  }
}
