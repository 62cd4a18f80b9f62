import { COUNTRIES, type CountryCode } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'

const entries = COUNTRIES.map(({ code, currency }) => [code, currency] as const)
export const CURRENCY_OF = Object.fromEntries(entries) as Readonly<Record<CountryCode, Currency>>
