/** In the sandbox, plans in each country, marked as invented. */
import { COUNTRIES, getCountry } from '../../src/domain/country.ts'
import { toInstant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { insertPlan, listAllPlans, type NewPlan } from '../repositories/plans.ts'
import { DEMO_TAXES } from './demo-marketplace.ts'
import type { ProviderDeps } from './deps.ts'

interface DemoPlan extends Pick<NewPlan, 'names' | 'details' | 'percent'> {
  /** Minor units. */
  readonly prices: Readonly<Record<Currency, number>>
  readonly maxima: Readonly<Record<Currency, number>> | null
}

const PLANS: readonly DemoPlan[] = [
  {
    names: { en: 'Regular', fr: 'Régulier' },
    details: { en: 'For two or three stays a week', fr: 'Pour deux ou trois stationnements par semaine' },
    percent: 10,
    prices: { NGN: 150_000, XOF: 1_500, USD: 900, CAD: 900 },
    maxima: null,
  },
  {
    names: { en: 'Every day', fr: 'Tous les jours' },
    details: { en: 'For whoever parks most days', fr: 'Pour qui stationne presque tous les jours' },
    percent: 25,
    prices: { NGN: 450_000, XOF: 4_500, USD: 2_900, CAD: 2_900 },
    maxima: { NGN: 200_000, XOF: 2_000, USD: 1_000, CAD: 1_000 },
  },
]

/** Adds plans to each country that has never had one. */
export async function ensureDemoPlans({
  db,
  clock,
  config,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!config.sandbox) return
  const known = new Set((await listAllPlans(db)).map(({ country_code: country }) => country))
  for (const { code } of COUNTRIES.filter((country) => !known.has(country.code))) {
    const { currency } = getCountry(code)
    for (const { prices, maxima, ...plan } of PLANS) {
      await insertPlan(db, {
        ...{ ...plan, country_code: code, currency, price_minor: prices[currency], parks: null, demo: true },
        ...{ maximum_minor: maxima?.[currency] ?? null, updated_at: toInstant(clock.now()) },
        // A plan's price includes its taxes.
        taxes: DEMO_TAXES[code].map((tax) => ({ ...tax, included: true })),
      })
    }
  }
}
