import { createHash } from 'node:crypto'
import type { ActFactorBody, MoneyAct } from '../../src/contract/operator-money.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { CONSOLE_TEXTS } from '../messages/console-texts.ts'
import { requestFactor } from './request-factor.ts'

function subjectOf(act: MoneyAct): string {
  switch (act.action) {
    case 'refund.paid':
    case 'refund.failed':
    case 'payment.credit':
    case 'payment.close':
    case 'payment.ask':
      return act.reference
    case 'debt.write_off':
    case 'driver.disable':
    case 'driver.enable':
      return act.email
    case 'payout.record':
      return act.park
    default:
      return unreachable(act)
  }
}

/**
 * The second factor for one money action in the console, bound to exactly that action. It is requested in the driver's
 * own session, from which the console was opened.
 */
export const actFactor = requestFactor<ActFactorBody>({
  // The schema puts the members of an act in a fixed order, so equal acts yield equal text.
  purposeOf: ({ request, act }) => `act ${createHash('sha256').update(JSON.stringify(act)).digest('hex')} ${request}`,
  toMail: ({ act }, { language, first_name: firstName }, code) =>
    CONSOLE_TEXTS[language].actCode({ firstName, code, action: act.action, subject: subjectOf(act) }),
})
