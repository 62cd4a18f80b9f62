import { globSync } from 'node:fs'
import path from 'node:path'
import type { Rolldown } from 'vite'
import { addImported } from './import-graph.ts'

/** Ids of the entries' static imports. */
const staticGraph = (entries: readonly string[], infoOf: Rolldown.GetModuleInfo): Set<string> =>
  addImported(entries, (id) => infoOf(id)?.importedIds ?? [])

const SELDOM = /\/src\/screens\/(check|scan|landing)\//

/**
 * Ids of every module that the app can load without the attendant's screen, the scanner and a sign's page; all others
 * go into files of their own.
 */
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

/**
 * Features that few drivers open, each in one file with its own requests and reads. Commands and their acknowledgement
 * stay with all the others.
 */
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
  // The blog, the help and similar pages. They share `help-parts` with the list of help articles, which is a separate
  // page.
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
  // Where the car is parked, and the way back to it.
  [/\/src\/(?:parts\/parked\/|(?:actions|queries|db\/read)\/(?:\w+-)?parked|domain\/walk-back)/, 'parked'],
]

const MAP =
  /\/src\/parts\/map\/(?!streets\/|pin-map|movable-pin)|\/node_modules\/(?:leaflet|react-leaflet|@react-leaflet)\/|^\0leaflet$/

const idsOf = (pattern: string): string[] => globSync(pattern).map((file) => path.resolve(file))

/**
 * Names the chunks that most screens need, ordered so that each imports only earlier ones. `main`: what the first page
 * needs before it works. `data`: databases, outbox, sync, and what reads and requests through them. `parts`: shared by
 * several screens. A phone evaluates a dozen files faster than a hundred: each costs a trip through the service worker.
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
    // Keeps the first script as small as it is.
    if (graphs.first.has(id)) return null
    if (graphs.main.has(id)) return 'main'
    // A sheet's address belongs to the module that loads the screens, not to the screens.
    if (id.endsWith('?sheet')) return null
    // Modules shared by the gate and the sign scanner, and those of that scanner and the sign's page, see
    // src/lib/kept-files.ts.
    if (!graphs.drivers.has(id)) {
      if (/\/src\/(scan|parts\/scanner)\//.test(id)) return 'scanner'
      return /\/src\/(domain\/sign|actions\/signs|parts\/signs\/)/.test(id) ? 'signs' : null
    }
    const page = OWN_FILES.find(([modules]) => modules.test(id))
    if (page !== undefined) return page[1]
    // Search-as-you-type is cached by phones that use it, see src/lib/kept-files.ts.
    if (/\/src\/(parts|domain)\/places\//.test(id)) return null
    // The same for streets, with what the map and a car park's page share of them.
    if (/\/src\/parts\/streets\/|street-regions/.test(id)) return 'streets-parts'
    if (graphs.data.has(id)) return 'data'
    // Few phones keep regions, so their code is loaded on demand.
    if (PACKS.test(id)) return 'packs'
    if (/\/src\/parts\/base-map\//.test(id)) return 'base-map'
    // Shared by the search map and the map of a single place, with Leaflet.
    if (MAP.test(id)) return 'map'
    if (/\/src\/parts\/map\//.test(id)) return null
    // The pass as rendered on its own page, on its proof and right after booking.
    if (/\/src\/parts\/pass\//.test(id)) return 'pass-parts'
    return /\/src\/(parts|ui|i18n|stores|contract|domain|config|lib)\/(?!social|phone-number|typical-hours|text-area|small-photo|park-again\/again-dialog|stay-sheet|stay-ruler|ruler-|overstay-|order-amounts|renewal-amounts|use-document-name|coupon-|stay-coupon|booking-failure|use-book|vehicle-step|monthly-price)|\/node_modules\/zustand\//.test(
      id,
    )
      ? 'parts'
      : null
  }
}
