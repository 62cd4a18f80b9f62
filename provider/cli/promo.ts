import { isCurrency, parseMinor } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { grantPromo } from '../services/payments-promo.ts'

interface Granted {
  readonly lines: readonly string[]
  readonly exitCode: number
}

const refused = (line: string): Granted => ({ lines: [line], exitCode: 1 })

/** `promo EMAIL CURRENCY AMOUNT NAME`, with AMOUNT as people write it (12.50). */
export async function givePromo(db: Database, words: readonly string[]): Promise<Granted> {
  const [email = '', currency = '', amount = '', name = ''] = words
  if (!isCurrency(currency) || name === '') return refused('promo EMAIL NGN|XOF|USD|CAD AMOUNT NAME')
  const amountMinor = parseMinor(amount, currency)
  if (!amountMinor.ok || amountMinor.value <= 0) return refused(`Not an amount in ${currency}: ${amount}`)
  const { welcomeCredit: sandbox } = readConfig(process.env)
  const promo = { email, currency, amountMinor: amountMinor.value, name, sandbox, nowMs: systemClock.now() }
  const granted = await grantPromo(db, promo)
  if (!granted.ok) return refused('No account has this address.')
  if (granted.value === null) return { lines: ['This account has had this promotion already.'], exitCode: 0 }
  return { lines: [`The wallet holds ${formatAmount(granted.value, currency, 'en')} now.`], exitCode: 0 }
}
