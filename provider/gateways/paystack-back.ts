import { err, ok, type Result } from '../../src/lib/result.ts'
import type { BackState, GoneBack } from '../rules/money-back.ts'
import type { Gateway, GatewayTrouble, RefundOrder, RefundState, SentCharge } from './gateway.ts'
import type { AskPaystack } from './paystack-saved.ts'
import { textAt } from './signature.ts'
import { fromWireAmount, toWireAmount } from './wire-scale.ts'

/** https://paystack.com/docs/payments/webhooks/#types-of-events */
export const isPaystackBack = (type: string): boolean =>
  type.startsWith('refund.') || type.startsWith('charge.dispute.')

/** `needs-attention` waits for the payer's bank details. https://paystack.com/docs/payments/refunds/#refund-statuses */
const REFUND_STATE: Readonly<Record<string, RefundState>> = {
  pending: 'pending',
  processing: 'pending',
  'needs-attention': 'pending',
  processed: 'gone',
  failed: 'returned',
}

/** https://paystack.com/docs/api/refund/#create */
export async function refundPaystack(ask: AskPaystack, order: RefundOrder): ReturnType<Gateway['refund']> {
  const { reference, amountMinor, currency, key } = order
  const amount = toWireAmount('paystack', amountMinor, currency)
  // The note is returned with every refund and identifies the ones we ordered.
  const data = await ask('POST', '/refund', { transaction: reference, amount, currency, merchant_note: key })
  if (!data.ok) return data
  // The refund was accepted; a status we do not know means that its outcome has to be queried later.
  return ok(REFUND_STATE[textAt(data.value, 'status') ?? ''] ?? 'pending')
}

/**
 * Paystack withholds the contested sum from the first day. `declined` refers to the customer's claim: the money stays
 * with us. https://paystack.com/docs/payments/disputes/
 */
function toDisputeState(dispute: unknown): BackState | undefined {
  switch (textAt(dispute, 'status') ?? '') {
    case 'awaiting-merchant-feedback':
    case 'awaiting-bank-feedback':
    case 'pending':
      return 'gone'
    case 'resolved':
      return textAt(dispute, 'resolution') === 'declined' ? 'returned' : 'gone'
    default:
      return undefined
  }
}

const textOf = (value: unknown, key: string, inner: string): string | null =>
  textAt(value, key) ?? textAt(value, key, inner)

interface Found {
  readonly kind: GoneBack['kind']
  readonly state: BackState | undefined
  readonly wireAmount: unknown
  readonly orderKey: string | null
}

function toItem(
  value: unknown,
  { kind, state, wireAmount, orderKey }: Found,
  charge: SentCharge,
): GoneBack | undefined {
  const [id, amountMinor] = [textAt(value, 'id'), fromWireAmount('paystack', Number(wireAmount), charge.currency)]
  if (id === null || state === undefined || amountMinor === null || amountMinor === 0) return undefined
  return { id: `${kind}:${id}`, kind, amountMinor, state, orderKey }
}

const toRefund = (refund: unknown, charge: SentCharge): GoneBack | undefined =>
  toItem(
    refund,
    {
      kind: 'refund',
      state: REFUND_STATE[textAt(refund, 'status') ?? ''],
      wireAmount: textAt(refund, 'amount'),
      orderKey: textAt(refund, 'merchant_note'),
    },
    charge,
  )

function toDispute(dispute: unknown, charge: SentCharge, wholeWire: string | null): GoneBack | undefined {
  const wireAmount = textAt(dispute, 'refund_amount') ?? wholeWire
  return toItem(dispute, { kind: 'dispute', state: toDisputeState(dispute), wireAmount, orderKey: null }, charge)
}

async function askList(ask: AskPaystack, path: string): Promise<Result<readonly unknown[], GatewayTrouble>> {
  const data = await ask('GET', path)
  if (!data.ok) return data
  return Array.isArray(data.value) ? ok(data.value as readonly unknown[]) : err({ kind: 'unknown', detail: 'no list' })
}

const isKnown = (item: GoneBack | undefined): item is GoneBack => item !== undefined

/**
 * Lists refunds and disputes of a transaction. If it is `reversed` and neither explains that, the bank reversed all of
 * it. https://paystack.com/docs/api/refund/#list https://paystack.com/docs/api/dispute/#list
 */
export async function listPaystackBack(ask: AskPaystack, charge: SentCharge): ReturnType<Gateway['listBack']> {
  const transaction = await ask('GET', `/transaction/verify/${encodeURIComponent(charge.reference)}`)
  if (!transaction.ok) return transaction
  const [id, wholeWire] = [textAt(transaction.value, 'id'), textAt(transaction.value, 'amount')]
  const isOurs = textAt(transaction.value, 'reference') === charge.reference
  if (!isOurs || id === null) return err({ kind: 'unknown', detail: 'answer about another reference' })
  const query = `transaction=${encodeURIComponent(id)}&perPage=100`
  const [refunds, disputes] = [await askList(ask, `/refund?${query}`), await askList(ask, `/dispute?${query}`)]
  if (!refunds.ok) return refunds
  if (!disputes.ok) return disputes
  const ofIt = (value: unknown): boolean => textOf(value, 'transaction', 'id') === id
  const items = [
    // An accepted dispute is paid out by a refund that references it; only the dispute is counted.
    ...refunds.value
      .filter((refund) => ofIt(refund) && textOf(refund, 'dispute', 'id') === null)
      .map((refund) => toRefund(refund, charge)),
    ...disputes.value.filter(ofIt).map((dispute) => toDispute(dispute, charge, wholeWire)),
  ]
  if (!items.every(isKnown))
    return err({ kind: 'unknown', detail: 'a refund or dispute in a state that we do not know' })
  const isReversed = textAt(transaction.value, 'status') === 'reversed'
  if (!isReversed || items.some(({ state }) => state !== 'returned')) return ok(items)
  const reversal = toItem({ id }, { kind: 'reversal', state: 'gone', wireAmount: wholeWire, orderKey: null }, charge)
  return reversal === undefined
    ? err({ kind: 'unknown', detail: 'reversed without an amount' })
    : ok([...items, reversal])
}
