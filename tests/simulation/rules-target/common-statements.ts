import { KEEP_DAYS } from '../../../provider/repositories/idempotency.ts'
import type { BookingId, UserId } from '../../../src/domain/ids.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import type { Currency } from '../../../src/domain/money.ts'
import { findOwn } from './booking-rows.ts'
import { storeOnce } from './key-rows.ts'
import type { Memory } from './memory.ts'
import { numberOf, rowsOf, type Statements, textOf, timeOf } from './statement.ts'
import { findWallet, openWallet } from './wallet-rows.ts'

/** When the oldest key expires; undefined without keys. */
export function nextForgettingMs({ keys }: Memory): number | undefined {
  const times = keys.all().map(({ createdMs }) => createdMs)
  return times.length === 0 ? undefined : Math.min(...times) + KEEP_DAYS * DAY_MS + 1
}

/** Keys, accounts, wallets and secrets, for code that mixes their SQL with other statements. */
export const commonStatements: Statements = [
  [
    'insert into idempotency_keys (scope, key, fingerprint, status, body, created_at) values ($1, $2, $3, $4, $5, $6)',
    (memory, [scope, key, fingerprint, status, body, now]) => {
      const call = { scope: textOf(scope), key: textOf(key), fingerprint: textOf(fingerprint) }
      storeOnce(memory, call, { status: numberOf(status), body: textOf(body), nowMs: timeOf(now) })
      return []
    },
  ],
  [
    'delete from idempotency_keys where created_at < $1 returning key',
    ({ keys }, [before]) => {
      const old = keys.filter(({ createdMs }) => createdMs < timeOf(before))
      for (const { scope, key } of old) keys.delete(`${scope} ${key}`)
      return old.map(({ key }) => ({ key }))
    },
  ],
  [
    'select user_id, … from users where user_id = $1 and deleted_at is null',
    ({ users }, [userId]) => rowsOf(users.find(textOf(userId) as UserId)),
  ],
  [
    'select b.*, … from bookings b join parks k on k.id = b.park_id where b.user_id = $1 and b.booking_id = $2',
    (memory, [userId, bookingId]) => rowsOf(findOwn(memory, textOf(userId) as UserId, textOf(bookingId) as BookingId)),
  ],
  [
    'select w.wallet_id, w.balance_minor, … as held_minor from wallets w where w.user_id = $1 and w.currency = $2',
    (memory, [userId, currency]) => rowsOf(findWallet(memory, textOf(userId) as UserId, textOf(currency) as Currency)),
  ],
  [
    'select wallet_id, balance_minor from open_wallet($1, $2, $3, $4, $5)',
    (memory, [userId, currency, , welcomeMinor, now]) => {
      const owner = { userId: textOf(userId) as UserId, currency: textOf(currency) as Currency }
      return [openWallet(memory, { ...owner, welcomeMinor: numberOf(welcomeMinor), nowMs: timeOf(now) })]
    },
  ],
  // No driver has a plan here; `listPlanPeriods` returns none either.
  [
    'select s.*, … from subscriptions s join plans p using (plan_id) … where s.user_id = $1 order by … limit 20',
    () => [],
  ],
  [
    'insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing',
    ({ secrets }, [name, value]) => {
      if (secrets.find(textOf(name)) === undefined) secrets.insert(textOf(name), { value: textOf(value) })
      return []
    },
  ],
  ['select value from secrets where name = $1', ({ secrets }, [name]) => rowsOf(secrets.find(textOf(name)))],
]
