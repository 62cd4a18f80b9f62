import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MoneyAction } from '../../../contract/operator-money.ts'

/** Names of the acts on money. */
export const ACT_TEXTS: Readonly<Record<MoneyAction, MessageDescriptor>> = {
  'refund.paid': msg`Refund ended as paid out`,
  'refund.failed': msg`Refund put back into its wallet`,
  'payment.credit': msg`Payment credited`,
  'payment.close': msg`Payment closed without a credit`,
  'payment.ask': msg`Payment service asked`,
  'debt.write_off': msg`Debt written off`,
  'driver.disable': msg`Account disabled`,
  'driver.enable': msg`Account opened again`,
  'payout.record': msg`Payout recorded`,
}
