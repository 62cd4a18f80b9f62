/**
 * Example answers about money awaiting a person's decision, in the API's description; tests check each against its
 * schema.
 */
import type { ChargeReport, MoneyActDone, MoneyCases } from '../../../src/contract/operator-money.ts'

interface Example<Data> {
  readonly data: Data
}

const REFERENCE = 'bw-6f1d2c3b4a5968778695a4b3c2d1e0f0'
const SINCE = '2026-11-25T09:00:00Z'
const payment = {
  ...{ reference: REFERENCE, gateway: 'stripe' as const, amount: 3_000, currency: 'CAD' as const },
  ...{ email: 'driver@example.com', since: SINCE },
}

export const CASES_EXAMPLE: Example<MoneyCases> = {
  data: {
    refunds: [{ ...payment, withdrawal: '019ab0f3-8f31-7d00-8000-0123456789ab', state: 'sent' }],
    mismatches: [{ ...payment, taken: { amount: 2_700, currency: 'CAD' } }],
    disputes: [{ ...payment, kind: 'dispute', state: 'open', booked: 3_000 }],
    debts: [{ email: payment.email, currency: 'CAD', balance: -500 }],
  },
}

export const CHARGES_EXAMPLE: Example<ChargeReport> = {
  data: {
    rows: [
      {
        ...{ country: 'CA', region: 'Ontario', currency: 'CAD', kind: 'booking' },
        ...{ count: 402, paid: 812_350, fees: 40_200, tax: 93_456 },
      },
    ],
    file: {
      name: 'fees-and-taxes-2026-11-01-2026-12-01.csv',
      text: 'country,region,currency,kind,count,paid,fees,tax\r\nCA,Ontario,CAD,booking,402,8123.50,402.00,934.56\r\n',
    },
  },
}

export const ACT_EXAMPLE: Example<MoneyActDone> = {
  data: { action: 'payment.credit', amount: 2_700, currency: 'CAD' },
}
