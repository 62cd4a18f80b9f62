import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OperatorAction } from '../../contract/operator.ts'

/** What changes are called. */
export const CHANGE_TEXTS: Readonly<Record<OperatorAction, MessageDescriptor>> = {
  'event.plan': msg`Event planned`,
  'event.postpone': msg`Event postponed`,
  'event.cancel': msg`Event cancelled`,
  'event.access': msg`Access code of an event changed`,
  'product.add': msg`Product added`,
  'product.change': msg`Product changed`,
  'coupon.add': msg`Coupon added`,
  'coupon.end': msg`Coupon ended`,
  'plan.add': msg`Plan added`,
  'plan.change': msg`Plan changed`,
  'order.stage': msg`Order updated`,
  'order.return': msg`Order returned`,
  'renewal.stage': msg`Document renewal updated`,
  'document_fees.set': msg`Renewal fees set`,
  'referral_terms.set': msg`Referral terms set`,
  'referral_terms.end': msg`Referral offer ended`,
  'gift.cancel': msg`Gift cancelled`,
  'member.invite': msg`Person invited`,
  'invitation.withdraw': msg`Invitation withdrawn`,
  'member.change': msg`Person’s role changed`,
  'member.remove': msg`Person removed`,
  'park.close': msg`Car park closed`,
  'park.reopen': msg`Car park opened again`,
  'park.leeway': msg`Arrival and departure times set`,
  'tariff.plan': msg`Prices set`,
  'tariff.withdraw': msg`Prices withdrawn`,
  'request.decide': msg`Request decided`,
  'review.answer': msg`Review answered`,
  'review.moderate': msg`Review hidden or shown again`,
  'payout.record': msg`Payout recorded`,
  'phone.pair': msg`Attendant’s phone paired`,
  'phone.revoke': msg`Attendant’s phone revoked`,
}
