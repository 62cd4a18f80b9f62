import { globSync } from 'node:fs'
import path from 'node:path'
import type { Rolldown } from 'vite'
import { addImported } from './import-graph.ts'

/** Ids of all that the entries import. */
const staticGraph = (entries: readonly string[], infoOf: Rolldown.GetModuleInfo): Set<string> =>
  addImported(entries, (id) => infoOf(id)?.importedIds ?? [])

const SELDOM = /\/src\/screens\/(check|scan|landing)\//

/** Ids of all that the app can load without the attendant's screen, the scanner and the page of a sign: what is not among them goes into their own files. */
function withoutSeldom(entries: readonly string[], infoOf: Rolldown.GetModuleInfo): Set<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id) || SELDOM.test(id)) return
    found.add(id)
    const info = infoOf(id)
    for (const imported of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) add(imported)
  }
  for (const entry of entries) add(entry)
  return found
}

const PACKS =
  /\/src\/(?:(?:sync\/packs|api\/packs|db\/(?:apply|read)\/regions?|db\/apply\/region-tile|actions\/regions|queries\/use-regions|contract\/(?:packs|park-pack|street-names))\b|db\/region-(?:streets|row)|streets\/fetch-chunk|domain\/region-at)/

/** What few drivers open, each in one file with what only it asks and reads. What sends and acknowledges orders is with all other requests. */
const OWN_FILES: ReadonlyArray<readonly [modules: RegExp, name: string]> = [
  [
    /\/src\/(?:screens\/events|api\/events|db\/(?:(?:apply|read)\/events|kept-event)|actions\/events|queries\/use-events)/,
    'events',
  ],
  [
    /\/src\/(?:screens\/marketplace|(?:actions|queries|db\/read|api)\/(?:use-)?marketplace|actions\/orders)/,
    'marketplace',
  ],
  [
    /\/src\/(?:screens\/documents|(?:actions|queries|db\/read|domain)\/(?:use-)?vehicle-documents|(?:api|contract|db\/apply)\/documents-page)/,
    'documents',
  ],
  [
    /\/src\/(?:screens\/operator\/|(?:actions|api|contract)\/(?:console|operator)|domain\/(?:operator-role|park-photos|tariff-check|tariff-problem|tariff-overlaps))/,
    'operator',
  ],
  // The blog, the help and the pages like them; with the list of the help, which is another page, they share the second.
  [
    /\/src\/(?:screens\/articles\/|domain\/listed-kinds|(?:actions|api|db|db\/apply|db\/read|queries|contract)\/(?:use-)?blog)/,
    'articles',
  ],
  [/\/src\/(?:parts\/help\/|domain\/article)/, 'help-parts'],
  [/\/src\/(?:parts\/charging\/|domain\/chargers)/, 'chargers'],
  [/\/src\/(?:parts\/contact\/|actions\/contact|api\/contact-visitor)/, 'contact-form'],
  [/\/src\/(?:parts\/event-(?!stay)|actions\/keep-event)/, 'event-choice'],
  [/\/src\/(?:parts\/reviews\/|(?:actions|api|db\/apply|db\/read|db|queries|contract)\/[\w-]*reviews\b)/, 'reviews'],
  [/\/src\/(?:parts\/photos\/|(?:actions|api|db\/apply|db\/read|db|queries|contract)\/[\w-]*park-photos)/, 'photos'],
  // Where the car stands, and the way back to it.
  [/\/src\/(?:parts\/parked\/|(?:actions|queries|db\/read)\/(?:\w+-)?parked|domain\/walk-back)/, 'parked'],
]

const MAP =
  /\/src\/parts\/map\/(?!streets\/|pin-map|movable-pin)|\/node_modules\/(?:leaflet|react-leaflet|@react-leaflet)\/|^\0leaflet$/

const idsOf = (pattern: string): string[] => globSync(pattern).map((file) => path.resolve(file))

/**
 * The chunks that most screens need, in an order in which each imports only those before it. `main`: what the first page
 * needs before it can work. `data`: databases, outbox, sync, and what reads and asks through them. `parts`: what several
 * screens share. A phone evaluates a dozen files faster than a hundred: each costs a trip through the service worker.
 */
export function chunkNames(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let graphs: { first: Set<string>; main: Set<string>; data: Set<string>; drivers: Set<string> } | undefined
  return (id, context) => {
    const graphOf = (pattern: string) => staticGraph(idsOf(pattern), (module) => context.getModuleInfo(module))
    graphs ??= {
      first: graphOf('index.html'),
      main: graphOf('src/main.tsx'),
      data: graphOf(
        'src/{queries,actions,sync,outbox,api,db}/**/!(memory-storage|social*|passkey-ceremony|*guest*|*pack*|*region*|*street-names*|*typical-hours*|*parked*|*event*|*marketplace*|*documents*|*coupon*|console*|operator*|*blog*|contact|contact.online|contact-visitor|orders.online|*reviews*|*park-photos*).ts',
      ),
      drivers: withoutSeldom([...idsOf('index.html'), ...idsOf('src/main.tsx')], (module) =>
        context.getModuleInfo(module),
      ),
    }
    // The first script stays as small as it is.
    if (graphs.first.has(id)) return null
    if (graphs.main.has(id)) return 'main'
    // The address of a sheet belongs to whoever loads the screens with it, not to them.
    if (id.endsWith('?sheet')) return null
    // What the gate and the scanner of signs share, and what that scanner and the page of a sign do, see src/lib/kept-files.ts.
    if (!graphs.drivers.has(id)) {
      if (/\/src\/(scan|parts\/scanner)\//.test(id)) return 'scanner'
      return /\/src\/(domain\/sign|actions\/signs|parts\/signs\/)/.test(id) ? 'signs' : null
    }
    const page = OWN_FILES.find(([modules]) => modules.test(id))
    if (page !== undefined) return page[1]
    // The search as one types is kept by phones that use it, see src/lib/kept-files.ts.
    if (/\/src\/(parts|domain)\/places\//.test(id)) return null
    // So are streets, with what the map and a car park's page share of them.
    if (/\/src\/parts\/streets\/|street-regions/.test(id)) return 'streets-parts'
    if (graphs.data.has(id)) return 'data'
    // Regions are kept by few phones: what only they need comes when it is asked for.
    if (PACKS.test(id)) return 'packs'
    if (/\/src\/parts\/base-map\//.test(id)) return 'base-map'
    // What the map of a search and the one of a single place share, with Leaflet.
    if (MAP.test(id)) return 'map'
    if (/\/src\/parts\/map\//.test(id)) return null
    // The pass as drawn on it, on its proof and when it was just booked.
    if (/\/src\/parts\/pass\//.test(id)) return 'pass-parts'
    return /\/src\/(parts|ui|i18n|stores|contract|domain|config|lib)\/(?!social|phone-number|typical-hours|text-area|small-photo|park-again\/again-dialog|stay-sheet|stay-ruler|ruler-|overstay-|order-amounts|renewal-amounts|use-document-name|coupon-|stay-coupon|booking-failure|use-book|vehicle-step|monthly-price)|\/node_modules\/zustand\//.test(
      id,
    )
      ? 'parts'
      : null
  }
}
