import { parseMinor } from '../../../src/domain/money.ts'
import { parseTwelveHour, TWELVE_HOUR } from './clock-text.ts'

export interface Hours {
  readonly fromMinute: number
  readonly toMinute: number
}

/** One statement of a Green P text. `amountMinor` null: "NO MAXIMUM". */
export type GreenPPart =
  | { readonly kind: 'half_hour'; readonly amountMinor: number }
  | { readonly kind: 'maximum'; readonly hours: Hours; readonly amountMinor: number | null }
  | { readonly kind: 'rolling'; readonly periodHours: number; readonly amountMinor: number }
  | {
      readonly kind: 'weekend_periods'
      readonly periodHours: number
      readonly fromMinute: number
      readonly amountMinor: number
    }
  | { readonly kind: 'flat'; readonly hours: Hours; readonly amountMinor: number }
  | { readonly kind: 'evening'; readonly hours: Hours; readonly amountMinor: number }
  | { readonly kind: 'entry'; readonly hours: Hours; readonly amountMinor: number }
  | { readonly kind: 'free'; readonly hours: Hours }
  | { readonly kind: 'weekend_free' }
  | { readonly kind: 'restricted' }
  /** Text without effect on the price of an ordinary stay: a note on the entrance, an event rate without dates. */
  | { readonly kind: 'note' }

const SPAN = String.raw`\(?\s?(${TWELVE_HOUR})\s?-?\s?(${TWELVE_HOUR})\s?\)`
const MONEY = String.raw`\$(\d+(?:\.\d+)?)`
const HALF_HOUR = new RegExp(`^${MONEY} / Half Hour$`, 'i')
const TIMED = new RegExp(`^(?:(Day|Night|Evening) Maximum|(Maximum)|(Flat Rate)|(Evening Rate))? ?${SPAN} (.+)$`, 'i')
const ENTRY = new RegExp(`^(?:If )?entering between (${TWELVE_HOUR}) (?:to|and) (${TWELVE_HOUR}) ${MONEY}$`, 'i')
const ROLLING = [
  new RegExp(String.raw`^(?:Maximum )?[-(]?\s?Any (\d+) (?:hour|hr) Period\)?(?: \([^)]+\))? ${MONEY}$`, 'i'),
  new RegExp(String.raw`^(\d+) Hour Rolling Maximum ${MONEY}$`, 'i'),
  new RegExp(String.raw`^Maximum \((\d+) hour rolling max\) ${MONEY}$`, 'i'),
  new RegExp(String.raw`^Maximum \(Rolling (\d+) hour ?\) ${MONEY}$`, 'i'),
]
const WEEKEND_PERIODS = new RegExp(
  String.raw`^Maximum per (\d+) hour period \(Sat (${TWELVE_HOUR}) - Mon \2\) ${MONEY}$`,
  'i',
)
const NO_MAXIMUM = /^no (?:day )?max(?:imum)?(?: - half hour rates apply)?$/i
const RESTRICTED = /^(?:closed|parking permit only)$/i
const NOTE = /^(?:please note\b|event rate \$)/i
const WEEKEND_FREE = /^weekend and statutory holidays free$/i

/** Returns undefined for text that is not understood; then none of the whole text may be trusted. */
export function parseGreenPPart(text: string): GreenPPart | undefined {
  const halfHour = HALF_HOUR.exec(text)
  if (halfHour !== null) return withAmount(halfHour[1], (amountMinor) => ({ kind: 'half_hour', amountMinor }))
  if (NOTE.test(text)) return { kind: 'note' }
  if (WEEKEND_FREE.test(text)) return { kind: 'weekend_free' }
  return parseRolling(text) ?? parseWeekendPeriods(text) ?? parseEntry(text) ?? parseTimed(text)
}

function parseRolling(text: string): GreenPPart | undefined {
  const match = ROLLING.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  return (
    match && withAmount(match[2], (amountMinor) => ({ kind: 'rolling', periodHours: Number(match[1]), amountMinor }))
  )
}

function parseWeekendPeriods(text: string): GreenPPart | undefined {
  const match = WEEKEND_PERIODS.exec(text)
  const fromMinute = parseTwelveHour(match?.[2] ?? '')
  if (match === null || fromMinute === undefined) return undefined
  return withAmount(match[3], (amountMinor) => ({
    kind: 'weekend_periods',
    periodHours: Number(match[1]),
    fromMinute,
    amountMinor,
  }))
}

function parseEntry(text: string): GreenPPart | undefined {
  const match = ENTRY.exec(text)
  const hours = parseHours(match?.[1], match?.[2])
  return match === null || hours === undefined
    ? undefined
    : withAmount(match[3], (amountMinor) => ({ kind: 'entry', hours, amountMinor }))
}

function parseTimed(text: string): GreenPPart | undefined {
  const match = TIMED.exec(text)
  const hours = parseHours(match?.[5], match?.[6])
  if (match === null || hours === undefined) return undefined
  const [, , , flat, evening] = match
  const value = (match[7] ?? '').trim()
  if (RESTRICTED.test(value)) return { kind: 'restricted' }
  if (/^free$/i.test(value)) return { kind: 'free', hours }
  const kind = flat !== undefined ? 'flat' : evening !== undefined ? 'evening' : 'maximum'
  if (NO_MAXIMUM.test(value)) return kind === 'maximum' ? { kind, hours, amountMinor: null } : undefined
  const amount = /^\$(\d+(?:\.\d+)?)$/.exec(value)?.[1]
  return withAmount(amount, (amountMinor) => ({ kind, hours, amountMinor }))
}

function parseHours(from: string | undefined, to: string | undefined): Hours | undefined {
  const fromMinute = parseTwelveHour(from ?? '')
  const toMinute = parseTwelveHour(to ?? '')
  return fromMinute === undefined || toMinute === undefined ? undefined : { fromMinute, toMinute }
}

function withAmount(text: string | undefined, build: (amountMinor: number) => GreenPPart): GreenPPart | undefined {
  const parsed = text === undefined ? undefined : parseMinor(text, 'CAD')
  return parsed?.ok === true ? build(parsed.value) : undefined
}
