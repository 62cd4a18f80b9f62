/** A vehicle's documents: which ones are due, the price of a renewal, and its progress. */
import type { CountryCode } from './country.ts'
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  RENEWAL_STEPS,
  type RenewalStage,
  type RenewalStep,
} from './document-kinds.ts'
import { DAY_MS, type Instant, mustInstant } from './instant.ts'
import { taxLines } from './tax.ts'
import { zonedParts } from './zone.ts'

/** The country where documents can be renewed; elsewhere only expiry dates are stored. */
export const RENEWAL_COUNTRY: CountryCode = 'NG'

export const kindsFor = (isCommercial: boolean): readonly DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => kind !== 'hackney' || isCommercial)

/** Worst first. */
export const DOCUMENT_STATES = ['expired', 'due', 'unknown', 'valid'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** Days before expiry from which a renewal is due. */
export const DUE_DAYS = 30
/** Days before expiry of the calendar alarms. */
export const ALARM_DAYS = [30, 7, 1] as const

/** Returns the local calendar day, `2026-11-30`. */
export function dayAt(instant: Instant, zone: string): string {
  const { year, month, day } = zonedParts(instant, zone)
  return `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const toNoon = (day: string): number => mustInstant(`${day}T12:00:00Z`)

/** Returns the whole days from `today` to `day` (`2026-11-30`); 0: the same day; negative: past. */
export const daysUntil = (day: string, today: string): number => Math.round((toNoon(day) - toNoon(today)) / DAY_MS)

export const addDays = (day: string, days: number): string =>
  new Date(toNoon(day) + days * DAY_MS).toISOString().slice(0, 10)

/** A document is still valid on the day of its expiry. */
export function documentState(expiresOn: string | null, today: string): DocumentState {
  if (expiresOn === null) return 'unknown'
  const days = daysUntil(expiresOn, today)
  if (days < 0) return 'expired'
  return days <= DUE_DAYS ? 'due' : 'valid'
}

export const worstState = (states: readonly DocumentState[]): DocumentState =>
  DOCUMENT_STATES.find((state) => states.includes(state)) ?? 'unknown'

/** Whether the document is preselected for renewal. */
export const isDue = (state: DocumentState): boolean => state === 'expired' || state === 'due'

/** A country's prices in minor units. VAT is included in the service fee; state fees are not taxed. */
export interface DocumentFees {
  readonly fees: Readonly<Record<DocumentKind, number>>
  readonly serviceMinor: number
  /** Thousandths of a percent: 7.5 % is 7500. */
  readonly vat: number
}

export interface RenewalPrice {
  readonly lines: ReadonlyArray<{ readonly kind: DocumentKind; readonly amountMinor: number }>
  readonly serviceMinor: number
  /** Included in the service fee. */
  readonly vatMinor: number
  readonly totalMinor: number
}

/** Prices a renewal: zero without documents, otherwise one service fee whatever their number. */
export function priceRenewal(kinds: readonly DocumentKind[], { fees, serviceMinor, vat }: DocumentFees): RenewalPrice {
  const lines = DOCUMENT_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({ kind, amountMinor: fees[kind] }))
  const service = lines.length === 0 ? 0 : serviceMinor
  const tax = { code: 'vat', name: 'VAT', kind: 'percent', value: vat, compound: false, included: true } as const
  const [line] = taxLines([{ ...tax, fromMs: null, toMs: null }], service, 0)
  return {
    lines,
    serviceMinor: service,
    vatMinor: line?.amountMinor ?? 0,
    totalMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, service),
  }
}

export const isRenewalOpen = (stage: RenewalStage): boolean => stage !== 'done' && stage !== 'rejected'

/** Steps advance one at a time; any open renewal can be rejected. */
export const canMoveTo = (stage: RenewalStage, next: RenewalStage): boolean =>
  isRenewalOpen(stage) &&
  (next === 'rejected' ||
    RENEWAL_STEPS.findIndex((step) => step === next) === RENEWAL_STEPS.indexOf(stage as RenewalStep) + 1)

/** Days after payment by which each step is usually reached. */
export type StepDays = Readonly<Record<Exclude<RenewalStep, 'received'>, number>>

export type ShownStep = { readonly step: RenewalStep } & (
  | { readonly state: 'reached' | 'running'; readonly at: Instant }
  /** `about`: an estimated day, never in the past. */
  | { readonly state: 'coming'; readonly about: string }
)

export interface RenewalProgress {
  readonly history: ReadonlyArray<{ readonly stage: RenewalStage; readonly at: string }>
  readonly days: StepDays
  readonly zone: string
  readonly now: Instant
}

/** Returns the four steps with their dates; a rejected renewal only has the steps it reached. */
export function stepsOf({ history, days, zone, now }: RenewalProgress): readonly ShownStep[] {
  const reached = new Map(history.map(({ stage, at }) => [stage, mustInstant(at)]))
  const paidDay = dayAt(reached.get('received') ?? now, zone)
  const today = dayAt(now, zone)
  return RENEWAL_STEPS.flatMap((step): ShownStep[] => {
    const at = reached.get(step)
    if (at !== undefined) {
      const isRunning = step === 'at_office' && !reached.has('done') && !reached.has('rejected')
      return [{ step, state: isRunning ? 'running' : 'reached', at }]
    }
    if (reached.has('rejected')) return []
    const usual = addDays(paidDay, step === 'received' ? 0 : days[step])
    return [{ step, state: 'coming', about: usual < today ? today : usual }]
  })
}

/** Upload limit, the same everywhere. */
export const SCAN_MAX_BYTES = 10_000_000
/** Longer side of the stored picture, in pixels. */
export const SCAN_EDGE = 2_400
/** Maximum for an expiry date: no document is valid for longer. */
export const EXPIRY_MAX_YEARS = 20
