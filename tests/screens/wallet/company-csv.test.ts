import { expect, test } from 'vitest'
import type { CompanyStatement } from '../../../src/contract/companies.ts'
import { toCompanyCsv } from '../../../src/screens/wallet/company-csv.ts'

const STATEMENT: CompanyStatement = {
  ...{ month: '2026-11', currency: 'CAD', opening: 0, closing: 4_550, taxes: [{ name: 'HST', amount: 46 }] },
  lines: [
    {
      ...{ id: '1', at: '2026-11-02T09:00:00.000Z', kind: 'top_up', amount: 5_000, fees: 0, tax: 0, tax_names: [] },
      ...{ receipt_number: null, booking: null },
    },
    {
      ...{ id: '2', at: '2026-11-02T10:00:00.000Z', kind: 'booking', amount: -450, fees: -50, tax: -46 },
      ...{ tax_names: ['HST', 'City tax'], receipt_number: 'CA-000001' },
      taxes: [
        { code: 'hst', name: 'HST', registration: '123456789 RT0001', amount: -40 },
        { code: 'city', name: 'City tax', registration: null, amount: -6 },
      ],
      booking: {
        ...{ booking_code: 'K7QM-4T2P', email: '=cmd@example.test', plate: 'ABC123', park: 'Lot 5, north' },
        ...{
          timezone: 'America/Toronto',
          start_time: '2026-11-02T11:00:00.000Z',
          end_time: '2026-11-02T12:00:00.000Z',
        },
      },
    },
  ],
}

test('a month is a file with an amount, fee and tax on each line, and nothing in it is a formula', () => {
  const text = toCompanyCsv(STATEMENT, { columns: ['Time', 'Type'], kindOf: (kind) => kind, language: 'fr' })
  expect(text.split('\r\n')).toEqual([
    '\uFEFFTime,Type',
    '2026-11-02T09:00:00.000Z,top_up,,,,,,,,50.00,0.00,0.00,,CAD',
    [
      '2026-11-02T10:00:00.000Z,booking,CA-000001,K7QM-4T2P,\'=cmd@example.test,ABC123,"Lot 5, north"',
      '2026-11-02T11:00:00.000Z,2026-11-02T12:00:00.000Z,-4.50,-0.50,-0.46,TVH -0.40 (123456789 RT0001) + City tax -0.06,CAD',
    ].join(','),
    '',
  ])
})
