import type { Language } from '../lib/language.ts'

const NBSP = '\u00a0'
const KM = 1000
const STEP_METRES = 10
const WHOLE_KM_FROM = 10 * KM

/** Straight lines: "230 m" to the nearest ten, "2.7 km", "18 km" from ten kilometres on. */
export function formatDistance(language: Language, metres: number): string {
  const rounded = Math.round(metres / STEP_METRES) * STEP_METRES
  if (rounded < KM) return `${Math.max(STEP_METRES, rounded)}${NBSP}m`
  const digits = metres >= WHOLE_KM_FROM ? 0 : 1
  const kilometres = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${kilometres.format(metres / KM)}${NBSP}km`
}

/** A height limit or a length: "1.95 m", "2 m". */
export const formatMetres = (language: Language, metres: number): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(metres)}${NBSP}m`
