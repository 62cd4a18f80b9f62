import type { Mutant } from './mutants.ts'

/** Bugs in what a cancellation refunds. */
export const POLICY_MUTANTS: readonly Mutant[] = [
  {
    name: 'the usual policy whatever the car park has chosen',
    edits: [
      {
        file: 'provider/services/book.ts',
        from: 'policyOf(agreedRate(park.rates, price).tariff) : MONTHLY_REFUND_POLICY',
        to: 'policyOf({}) : MONTHLY_REFUND_POLICY',
      },
    ],
  },
  {
    name: 'a stay that is booked again keeps the policy of its first booking',
    by: 'tests/provider/refund-policies.pg.test.ts',
    edits: [
      {
        file: 'provider/services/change-booking.ts',
        from: '    refundRules: policyOf(agreedRate(park.value.rates, price.value).tariff),\n',
        to: '    refundRules: booking.refund_rules,\n',
      },
    ],
  },
]
