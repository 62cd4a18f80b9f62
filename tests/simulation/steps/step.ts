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

/**
 * An event in a world. `draw` decides whatever the event leaves open, so that removing steps does not change the
 * others.
 */
export type Event =
  | { readonly kind: 'act'; readonly verb: Verb }
  | { readonly kind: 'weather'; readonly weather: Weather }
  /** Kills the tab after this many turns; `isKept` says whether completed writes survive. */
  | { readonly kind: 'kill'; readonly turns: number; readonly isKept: boolean }
  | { readonly kind: 'open' }
  | { readonly kind: 'worker' }
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'sleep'; readonly ms: number }
  /** Freezes one page, with everything it holds, for a while. */
  | { readonly kind: 'freeze'; readonly ms: number }
  | { readonly kind: 'storage'; readonly trouble: StorageTrouble; readonly times: number }
  | { readonly kind: 'outage'; readonly ms: number }
  | { readonly kind: 'tariff'; readonly unitPriceMinor: number }
  /** Postpones the event by this many days. */
  | { readonly kind: 'postpone'; readonly days: number }
  /** An operator moves the drivers' open document renewals to a stage. */
  | { readonly kind: 'documents'; readonly stage: RenewalStage }
  | { readonly kind: 'money'; readonly balanceMinor: number }
  | { readonly kind: 'account'; readonly isDisabled: boolean }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'back up' }
  /** Restores the provider from its last backup. */
  | { readonly kind: 'restore' }

export interface Step {
  /** Wait after the previous step. */
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
