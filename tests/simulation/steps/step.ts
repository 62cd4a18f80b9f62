import type { RenewalStage } from '../../../src/domain/document-kinds.ts'
import type { StorageTrouble } from '../world/storage.ts'
import type { Weather } from '../world/link.ts'

/** What a driver does with the app. */
export type Verb =
  | 'add'
  | 'edit'
  | 'remove'
  | 'set default'
  | 'favour'
  | 'extend'
  | 'cancel'
  | 'report'
  | 'no space'
  | 'book'
  | 'book twice'
  | 'checkout'
  | 'pay'
  | 'renew'
  | 'shorten'
  | 'move'
  | 'pay overstay'
  | 'change plate'
  | 'top up'
  | 'top up twice'
  | 'keep an amount'
  | 'withdraw'
  | 'withdraw twice'
  | 'take back'
  | 'retry'
  | 'discard'
  | 'send now'
  | 'refresh'
  | 'try again'
  | 'remove request'
  | 'pair'
  | 'check in'
  | 'sync gate'
  | 'order'
  | 'order twice'
  | 'order at a gateway'
  | 'cancel order'
  | 'buy gift'
  | 'buy gift twice'
  | 'redeem'
  | 'redeem everywhere'
  | 'cancel gift'
  | 'start plan'
  | 'start plan twice'
  | 'change plan'
  | 'enter a code'
  | 'book with a coupon'
  | 'save dates'
  | 'review'
  | 'take a review back'
  | 'book event'
  | 'book event twice'
  | 'keep event'
  | 'event money back'
  | 'buy pass'
  | 'buy pass twice'
  | 'add a Nigerian car'
  | 'photograph'
  | 'pay for documents'
  | 'pay for documents twice'
  | 'top up naira'
  | 'refresh shop'
  | 'sign in'
  | 'sign out'

/** What happens in a world. Whatever it leaves open is decided by `draw`, so that a schedule can lose steps and stay the same. */
export type Event =
  | { readonly kind: 'act'; readonly verb: Verb }
  | { readonly kind: 'weather'; readonly weather: Weather }
  /** The tab dies after so many turns, and what it had written to the end is kept or not. */
  | { readonly kind: 'kill'; readonly turns: number; readonly isKept: boolean }
  | { readonly kind: 'open' }
  | { readonly kind: 'worker' }
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'sleep'; readonly ms: number }
  /** One page stops where it is, with what it holds, and wakes after a while. */
  | { readonly kind: 'freeze'; readonly ms: number }
  | { readonly kind: 'storage'; readonly trouble: StorageTrouble; readonly times: number }
  | { readonly kind: 'outage'; readonly ms: number }
  | { readonly kind: 'tariff'; readonly unitPriceMinor: number }
  /** The event is postponed by so many days. */
  | { readonly kind: 'postpone'; readonly days: number }
  /** An operator moves what is under way of the drivers' documents. */
  | { readonly kind: 'documents'; readonly stage: RenewalStage }
  | { readonly kind: 'money'; readonly balanceMinor: number }
  | { readonly kind: 'account'; readonly isDisabled: boolean }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'back up' }
  /** The provider comes back as it was when it was last backed up. */
  | { readonly kind: 'restore' }

export interface Step {
  /** After the step before it. */
  readonly waitMs: number
  readonly device: number
  readonly draw: number
  readonly event: Event
}

export type Schedule = readonly Step[]

const factsOf = (event: Event): string =>
  Object.entries(event)
    .filter(([name]) => name !== 'kind')
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')

export const describeStep = ({ waitMs, device, event }: Step): string =>
  `+${(waitMs / 1000).toFixed(1)} s  phone ${String(device)}  ${event.kind}  ${factsOf(event)}`.trimEnd()
