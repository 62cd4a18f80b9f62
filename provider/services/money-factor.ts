import type { MoneyFactorBody } from '../../src/contract/second-factor.ts'
import { formatAmount } from '../messages/format.ts'
import { MONEY_CODE_TEXTS } from '../messages/money-code-texts.ts'
import { requestFactor } from './request-factor.ts'

/** The second factor for a withdrawal, bound to its amount and currency. */
export const moneyFactor = requestFactor<MoneyFactorBody>({
  purposeOf: ({ request, amount, currency }) => `withdrawal ${String(amount)} ${currency} ${request}`,
  toMail: ({ amount, currency }, { language, first_name: firstName }, code) =>
    MONEY_CODE_TEXTS[language]({ firstName, code, amount: formatAmount(amount, currency, language) }),
})
