/**
 * Files of the build that are not installed with the app; the worker keeps them from a page's word on, over every later release.
 * `gate`: the screen at the gate, from the pairing on. `scan`: the camera and its decoder, with the scanner of signs; from its first use on,
 * and with the gate, which reads with the same. `later`: pages that few drivers open or that do little without a connection, with the
 * table of their addresses, what keeps regions, and the outlines below a map, once the app has time. `streets`: what draws them, once a map
 * was opened. `places`: the search as one types, and the places of the countries in question. `builtIns`: what browsers at the floor lack, in those alone.
 */
const PATTERNS = {
  gate: /^\/?assets\/(?:check-screen-[^/]+\.js|check-sheet-[^/]+\.css)$/,
  scan: /^\/?assets\/(?:scan-screen|scanner|decoder-worker)-[^/]+\.js$/,
  later:
    /^\/?assets\/(?:(?:signs|country-picker|settings-panel|text-area|password-modal|emails-modal|(?:landing|access-denied|business|proof|withdraw|gifts|referral|register|parks-list|receipt|booking-success|payment-result|forgot-password|verify|regions|payment|pages)-screen|region-offer|packs|street-names|usual-hours|park-passes|more-routes|report-problem|reviews|photos|statement-button|welcome|parked|small-photo|no-space-dialog|add-funds-screen|nearest-spaces|again-dialog|events|marketplace|documents|renewal-amounts|coupon-field|payer-choice|order-amounts|event-(?:choice|checkout-screen)|stay-sheet|stay-ruler|(?:shorten|move|plate|renew)-dialog|guest-step|guests\.online|resend-code|contact-form|(?:book-demo|management)-screen|chargers|park-chargers|charging-screen|rent-out-screen|articles|help_articles_(?:en|fr)|help-parts)-[^/]+\.js|[a-z]+-sheet-[^/]+\.css|basemap-[^/]+\.json)$/,
  streets: /^\/?assets\/(?:streets(?:-worker|-parts)?|street-strip)-[^/]+\.js$/,
  builtIns: /^\/?assets\/missing-built-ins-[^/]+\.js$/,
  places: /^\/?assets\/places?-[^/]+\.js(?:on)?$/,
} as const
/** `places-CA-a1b2c3d4.json`: not every phone of the group needs it. */
const PART = /^\/?assets\/places-([A-Z]{2})-[^/]+\.json$/

export type FileGroup = keyof typeof PATTERNS
export const FILE_GROUPS = Object.keys(PATTERNS) as FileGroup[]

/** Null: installed with the app. */
export const fileGroupOf = (path: string): FileGroup | null =>
  FILE_GROUPS.find((group) => PATTERNS[group].test(path)) ?? null

/** The country whose file it is; null: every phone of the group keeps it. */
export const filePartOf = (path: string): string | null => PART.exec(path)?.[1] ?? null

/** Not named `baywise-…`: those are pictures, which a full phone gives up first. */
export const GROUP_CACHE: Readonly<Record<FileGroup, string>> = {
  gate: 'attendant-files',
  scan: 'scanner-files',
  later: 'later-files',
  streets: 'street-files',
  places: 'place-files',
  builtIns: 'built-in-files',
}

/** What a page posts to its worker. */
export interface FilesMessage {
  readonly type: 'KEEP_FILES' | 'DROP_FILES'
  readonly group: FileGroup
  /** Kept beside the group's common files; by default none. */
  readonly part?: string
}
