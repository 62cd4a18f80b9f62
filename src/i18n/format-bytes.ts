import type { Language } from '../lib/language.ts'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1_000

/** "12 kB", "4.1 MB", French "4,1 Mo": at most one decimal, none below a megabyte; never "0 kB" for a non-zero size. */
export function formatBytes(language: Language, bytes: number): string {
  let value = bytes / STEP
  let unit: (typeof UNITS)[number] = 'kilobyte'
  for (const next of UNITS.slice(1)) {
    if (value < STEP) break
    value /= STEP
    unit = next
  }
  const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1
  const shown = unit === 'kilobyte' && bytes > 0 ? Math.max(1, value) : value
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(shown)
}
