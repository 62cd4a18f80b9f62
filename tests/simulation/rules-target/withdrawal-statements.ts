import type { WithdrawalRow } from '../../../provider/repositories/withdrawals.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { type Currency, sumMinor } from '../../../src/domain/money.ts'
import { postBetween, postToWallet } from './ledger.ts'
import { byText, type Memory, type StoredRefund } from './memory.ts'
import {
  countOf,
  numberOf,
  pageOf,
  rowsOf,
  type Statement,
  type Statements,
  textOf,
  timeOf,
  timeOrNull,
} from './statement.ts'

const amountOf = (rows: ReadonlyArray<{ readonly amount_minor: number }>): number =>
  sumMinor(rows.map(({ amount_minor }) => amount_minor))

const GIFTS: readonly string[] = ['welcome_credit']
const SPENDING: readonly string[] = ['booking', 'extension', 'refund']

const readFacts: Statement = ({ wallets, postings }, [walletId]) => {
  const sumOf = (kinds: readonly string[]): number =>
    sumMinor(
      postings
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ entries }) => entries.filter((entry) => entry.walletId === walletId))
        .map(({ amountMinor }) => amountMinor),
    )
  const { balance_minor: balanceMinor } = wallets.must(textOf(walletId))
  return [{ balanceMinor, giftMinor: sumOf(GIFTS), spentMinor: Math.max(0, -sumOf(SPENDING)) }]
}

const listRefundable: Statement = ({ payments, refunds }, [userId, currency]) => {
  const wasGiven = (reference: string): number =>
    amountOf(refunds.filter((refund) => refund.reference === reference && refund.state !== 'failed'))
  return payments
    .filter((row) => row.user_id === userId && row.currency === currency)
    .filter(({ state }) => state === 'succeeded' || state === 'succeeded_late')
    .toSorted((a, b) => b.created_at - a.created_at || byText(a.reference, b.reference))
    .map(({ reference, gateway, amount_minor }) => ({
      ...{ reference, inParts: gateway !== 'wave', leftMinor: amount_minor - wasGiven(reference) },
    }))
    .filter(({ leftMinor }) => leftMinor > 0)
}

const insertWithdrawal: Statement = ({ withdrawals }, [id, userId, walletId, currency, amount, , now]) => {
  withdrawals.insert(textOf(id), {
    ...{ withdrawal_id: textOf(id), user_id: textOf(userId) as UserId, wallet_id: textOf(walletId) },
    ...{ currency: textOf(currency) as Currency, amount_minor: numberOf(amount), paid_minor: 0, state: 'requested' },
    ...{ created_at: timeOf(now), settled_at: null },
  })
  return []
}

const refundKey = (withdrawalId: unknown, reference: unknown): string => `${textOf(withdrawalId)} ${textOf(reference)}`

const insertRefund: Statement = ({ refunds }, [withdrawalId, reference, amount]) => {
  const row = { reference: textOf(reference), amount_minor: numberOf(amount), state: 'planned' } as const
  refunds.insert(refundKey(withdrawalId, reference), { ...row, withdrawal_id: textOf(withdrawalId) })
  return []
}

const moveRefund: Statement = ({ refunds }, [withdrawalId, reference, from, to]) => {
  const key = refundKey(withdrawalId, reference)
  if (refunds.find(key)?.state !== from) return []
  refunds.update(key, { state: to as StoredRefund['state'] })
  return [{ moved: 1 }]
}

const setState: Statement = ({ withdrawals }, [id, state, paid, settled]) => {
  withdrawals.update(textOf(id), {
    ...{ state: state as WithdrawalRow['state'], settled_at: timeOrNull(settled) },
    ...(paid === null ? {} : { paid_minor: numberOf(paid) }),
  })
  return []
}

/** Moves money between a wallet and 'held': out of the wallet for `sign` -1, back into it for 1. */
const moveHeld =
  (sign: 1 | -1): Statement =>
  (memory, [walletId, amount, key, , now]) => {
    const amountMinor = sign * numberOf(amount)
    const kind = 'withdrawal'
    const posting = { walletId: textOf(walletId), amountMinor, key: textOf(key), kind, nowMs: timeOf(now) } as const
    return [{ balance: postToWallet(memory, { ...posting, against: [['held', -amountMinor]] }) }]
  }

const payHeld: Statement = (memory, [gateway, amount, currency, key, , now]) => {
  const amountMinor = numberOf(amount)
  const posting = { key: textOf(key), kind: 'withdrawal', createdMs: timeOf(now) } as const
  postBetween(memory, { ...posting, currency: textOf(currency) as Currency }, [
    ['held', -amountMinor],
    [textOf(gateway), amountMinor],
  ])
  return []
}

const noteRefunded: Statement = ({ payments }, [reference, amount]) => {
  const { state, amount_minor, refunded_minor } = payments.must(textOf(reference))
  const refunded = refunded_minor + numberOf(amount)
  payments.update(textOf(reference), {
    refunded_minor: refunded,
    state: refunded === amount_minor ? 'refunded' : state,
  })
  return []
}

const listOf = ({ withdrawals }: Memory, userId: unknown): readonly WithdrawalRow[] =>
  withdrawals
    .filter((row) => row.user_id === userId)
    .toSorted((a, b) => b.created_at - a.created_at || byText(a.withdrawal_id, b.withdrawal_id))

const isOpen = ({ state }: WithdrawalRow): boolean => state === 'requested' || state === 'paying'

/** Valid for one request in one session: the purpose ends with the request's key. */
const takeFactor: Statement = ({ isFactorShown }, [, purpose]) =>
  isFactorShown(textOf(purpose).split(' ').at(-1) ?? '') ? [{ taken: 1 }] : []

/** Statements for withdrawals and refunds to the original payment method. */
export const withdrawalStatements: Statements = [
  ['delete from second_factors where … returning 1 as taken', takeFactor],
  // No simulated driver reads the mailed code: see `createLateFactors`.
  ['delete from second_factors where family_id = $1 and expires_at <= $2', () => []],
  ['insert into second_factors (family_id, …', () => []],
  // No simulated driver has a passkey.
  ['select credential_id, … from passkeys where user_id = $1 order by created_at, credential_id', () => []],
  ['select 1 from wallets where wallet_id = $1 for update', () => []],
  [
    'select w.balance_minor as "balanceMinor", … from wallets w … where w.wallet_id = $1 group by w.wallet_id',
    readFacts,
  ],
  [`select p.reference, p.gateway <> 'wave' as "inParts", … order by p.created_at desc, p.reference`, listRefundable],
  ['insert into withdrawals (withdrawal_id, …', insertWithdrawal],
  ['insert into payment_refunds (withdrawal_id, …', insertRefund],
  [
    `select post_to_wallet($1, -$2::bigint, array['held'], array[$2::bigint], $3, 'withdrawal', null, $4, $5)`,
    moveHeld(-1),
  ],
  [`select post_to_wallet($1, $2, array['held'], array[-$2::bigint], $3, 'withdrawal', null, $4, $5)`, moveHeld(1)],
  [
    'select * from withdrawals where withdrawal_id = $1',
    ({ withdrawals }, [id]) => rowsOf(withdrawals.find(textOf(id))),
  ],
  [
    'select * from withdrawals where withdrawal_id = $1 and user_id = $2 for update',
    ({ withdrawals }, [id, userId]) => rowsOf(withdrawals.find(textOf(id))).filter((row) => row.user_id === userId),
  ],
  [
    'select * from withdrawals where user_id = $1 order by created_at desc, withdrawal_id limit $2 offset $3',
    (memory, [userId, limit, offset]) => pageOf(listOf(memory, userId), limit, offset),
  ],
  [
    'select count(*) as total from withdrawals where user_id = $1',
    (memory, [userId]) => countOf(listOf(memory, userId)),
  ],
  [
    `select * from withdrawals w where state in ('requested', 'paying') and created_at <= $1 … order by withdrawal_id limit $3`,
    ({ withdrawals, refunds }, [before, after, limit]) =>
      withdrawals
        .filter((row) => isOpen(row) && row.created_at <= timeOf(before))
        .filter((row) => after === null || byText(row.withdrawal_id, textOf(after)) > 0)
        .filter((row) =>
          refunds.all().some((refund) => refund.withdrawal_id === row.withdrawal_id && refund.state === 'planned'),
        )
        .toSorted((a, b) => byText(a.withdrawal_id, b.withdrawal_id))
        .slice(0, numberOf(limit)),
  ],
  [
    'select reference, amount_minor, state from payment_refunds where withdrawal_id = $1 order by reference',
    ({ refunds }, [id]) =>
      refunds.filter((row) => row.withdrawal_id === id).toSorted((a, b) => byText(a.reference, b.reference)),
  ],
  [
    'update payment_refunds set state = $4 where withdrawal_id = $1 and reference = $2 and state = $3 returning 1 as moved',
    moveRefund,
  ],
  [
    'update withdrawals set state = $2, paid_minor = coalesce($3, paid_minor), settled_at = $4 where withdrawal_id = $1',
    setState,
  ],
  [`select post_between(array['held', $1], array[-$2::bigint, $2::bigint], $3, $4, 'withdrawal', $5, $6)`, payHeld],
  ['update payments set refunded_minor = refunded_minor + $2, … where reference = $1', noteRefunded],
]
