// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import { useKeptParks } from '../../queries/use-kept-parks.ts'
import type { NowCommand, OutboxView } from '../../queries/use-outbox.ts'

interface NowCommandTextProps {
  readonly view: OutboxView
  readonly command: NowCommand
}

/** Commands whose text depends on their kind alone. */
type PlainCommand = Extract<NowCommand, { readonly kind: `plan.${string}` | `referral.${string}` }>

const isPlain = (command: NowCommand): command is PlainCommand => /^(?:plan|referral)\./.test(command.kind)

type MoneyCommand = Extract<
  NowCommand,
  {
    readonly kind:
      | `wallet.${string}`
      | `order.${string}`
      | `gift.${string}`
      | 'renewal.pay'
      | 'payment.verify'
      | 'booking.checkout'
  }
>

const isAboutMoney = (command: NowCommand): command is MoneyCommand =>
  /^(?:wallet|payment|order|gift|renewal)\.|^booking\.checkout$/.test(command.kind)

/** Describes a request of the "now" lane, which needed an immediate answer. */
export function NowCommandText({ view, command }: NowCommandTextProps) {
  const { t } = useLingui()
  const isDone = view.state === 'done'
  const park = view.booking?.park.name ?? t`your booking`
  if (isPlain(command)) {
    const texts = {
      'plan.start': t`Starting a plan`,
      'plan.change': t`Changing a plan`,
      'referral.enter': t`Entering a referral code`,
    }
    return texts[command.kind]
  }
  if (isAboutMoney(command)) return <MoneyCommandText command={command} />
  switch (command.kind) {
    case 'booking.create':
      return <BookText command={command} isDone={isDone} />
    case 'booking.renew':
      return isDone ? t`${park}: booked again` : t`Book ${park} again`
    case 'booking.change_plate':
      return isDone ? t`${park}: plate changed` : t`Change the plate of ${park}`
    case 'booking.pay_overstay':
      return isDone ? t`${park}: time after the end paid` : t`Pay the time after the end at ${park}`
    case 'booking.shorten':
      return isDone ? t`${park}: stay shortened` : t`Shorten the stay at ${park}`
    case 'booking.keep_event':
      return isDone ? t`${park}: kept for the new date` : t`Keep ${park} for the new date`
    case 'booking.move':
      return isDone ? t`${command.parkName}: booking moved` : t`Move your booking to ${command.parkName}`
    default:
      return unreachable(command)
  }
}

interface BookTextProps {
  readonly command: Extract<NowCommand, { readonly kind: 'booking.create' }>
  readonly isDone: boolean
}

/** The start in the car park's zone, or in the phone's when the car park is no longer on it. */
function BookText({ command: { parkName, body }, isDone }: BookTextProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const kept = useKeptParks([body.park_id])
  const zone = kept.status === 'ready' ? kept.value.get(body.park_id)?.timezone : undefined
  const from = format.savedAt(toInstant(Date.parse(body.start_time)), { zone: zone ?? phoneZone(), now })
  return isDone ? t`${parkName}: booked, from ${from}` : t`Book ${parkName}, from ${from}`
}

function MoneyCommandText({ command }: { readonly command: MoneyCommand }) {
  const { t } = useLingui()
  const format = useFormat()
  switch (command.kind) {
    case 'booking.checkout':
      return t`Payment for ${command.stay.parkName}`
    case 'wallet.top_up':
      return t`Top-up of ${format.money(command)}`
    case 'wallet.withdraw':
      return t`Withdrawal of ${format.money(command)}`
    case 'wallet.take_back':
      return t`Cancelling the withdrawal of ${format.money(command)}`
    case 'order.place':
    case 'order.checkout':
      return t`Your order`
    case 'order.cancel':
      return t`Cancelling order ${command.orderCode}`
    case 'gift.buy':
      return t`Gift of ${format.money({ amountMinor: command.body.amount, currency: command.body.currency })}`
    case 'gift.cancel':
      return t`Cancelling a gift`
    case 'gift.redeem':
      return t`Redeeming a gift`
    case 'renewal.pay':
      return t`Vehicle documents`
    case 'payment.verify':
      return t`Check of payment ${command.reference}`
    default:
      return unreachable(command)
  }
}
