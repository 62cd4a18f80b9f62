/**
 * Build files that are not installed with the app; once a page requests a group, the worker keeps it up to date over
 * later releases. `gate`: the gate screen, after pairing. `scan`: the camera and its decoder, with the sign scanner;
 * after its first use, and with the gate, which uses it too. `later`: pages that few drivers open or that need a
 * connection, with their route table, the code that saves regions, and the map's outlines; loaded when the app is idle.
 * `streets`: the street renderer, after a map was opened. `places`: the search, and the places of the countries
 * concerned. `builtIns`: polyfills for the oldest supported browsers, only in those.
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
/** `places-CA-a1b2c3d4.json`: not every phone that keeps the group needs it. */
const PART = /^\/?assets\/places-([A-Z]{2})-[^/]+\.json$/

export type FileGroup = keyof typeof PATTERNS
export const FILE_GROUPS = Object.keys(PATTERNS) as FileGroup[]

/** Null: installed with the app. */
export const fileGroupOf = (path: string): FileGroup | null =>
  FILE_GROUPS.find((group) => PATTERNS[group].test(path)) ?? null

/** Returns the country that a file belongs to; null: every phone that keeps the group needs it. */
export const filePartOf = (path: string): string | null => PART.exec(path)?.[1] ?? null

/** Not named `baywise-…`: those caches hold pictures, which are evicted first when storage is full. */
export const GROUP_CACHE: Readonly<Record<FileGroup, string>> = {
  gate: 'attendant-files',
  scan: 'scanner-files',
  later: 'later-files',
  streets: 'street-files',
  places: 'place-files',
  builtIns: 'built-in-files',
}

/** Message from a page to the worker. */
export interface FilesMessage {
  readonly type: 'KEEP_FILES' | 'DROP_FILES'
  readonly group: FileGroup
  /** Country part kept with the group's common files; default: none. */
  readonly part?: string
}
