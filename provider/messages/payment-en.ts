import { greet } from './greeting.ts'
import type { PaymentTexts } from './shapes.ts'

export const paymentEn: PaymentTexts = {
  // Worded as in the specification.
  verificationInProgress: 'Payment verification already in progress',
  notFinished:
    'The payment service hasn’t confirmed your payment yet. If you’ve paid, don’t pay again: we keep checking.',
  abandoned: 'Nothing was charged. You can still pay.',
  gatewaySilent: 'The payment service isn’t answering right now. We keep checking: don’t pay again.',
  creditedInstead: {
    booking: 'Your payment arrived too late for the booking. The full amount is in your wallet.',
    order: 'Your payment arrived too late for the order. The full amount is in your wallet.',
  },
  page: {
    title: 'Demo payment',
    notice: 'Demo: no real money.',
    amount: 'Amount',
    reference: 'Reference',
    card_bank: 'Card or bank account',
    mobile_money: 'Mobile money',
    card: 'Card',
    pay: 'Pay',
    fail: 'Fail',
    abandon: 'Abandon',
    delay: 'Pay, confirmed after a delay',
    duplicate: 'Pay, and notify twice',
    declines_later: 'Pay with a card that is declined later',
    done: 'This payment is already settled.',
    back: 'Back to Baywise',
    later: 'What may happen to this payment later',
    reverse: 'Reverse the payment',
    dispute: 'Dispute the payment at the bank',
    dispute_won: 'Decide the dispute for Baywise',
    dispute_lost: 'Decide the dispute for the customer',
    slow_refunds: 'Let refunds take their time',
    refunds_arrive: 'Let refunds arrive',
    refunds_fail: 'Let refunds fail',
  },
  lateMail: ({ firstName, amount, purpose, code, link }) => ({
    subject: `${amount} is in your Baywise wallet`,
    text: `${greet('Hello', firstName)}

Your payment of ${amount} arrived too late for ${purpose} ${code}, which wasn’t made. The full amount is in your wallet and you can use it right away:
${link}

Baywise`,
  }),
  giftMail: ({ amount, code, link }) => ({
    subject: `A gift for you: ${amount} for parking`,
    text: `Hello,

Somebody has given you ${amount} of Baywise credit. Open this link and sign in to add it to your wallet:
${link}

Or enter this code in your wallet, under Gifts: ${code}

Whoever has the code can redeem it once. Gift credit pays for parking and can’t be withdrawn.

Baywise`,
  }),
  autoMail: {
    charged: ({ firstName, amount, card, link }) => ({
      subject: `Your wallet was topped up: ${amount}`,
      text: `${greet('Hello', firstName)}

Your balance fell below the limit you set, so ${amount} was charged to your saved card${card === '' ? '' : ` (${card})`} and added to your wallet. You can change or turn off automatic top-up at any time:
${link}

Baywise`,
    }),
    switchedOff: ({ firstName, amount, card, link }) => ({
      subject: 'Automatic top-up is off',
      text: `${greet('Hello', firstName)}

Your saved card${card === '' ? '' : ` (${card})`} was declined twice in a row, the last time for ${amount}. Nothing was charged. We’ve turned off automatic top-up. You can top up yourself or save another card:
${link}

Baywise`,
    }),
  },
  tax: 'Tax',
  statement: {
    time: 'Date and time',
    kind: 'Type',
    amount: 'Amount',
    currency: 'Currency',
    balance: 'Balance after',
    booking: 'Booking',
    park: 'Car park',
    receipt: 'Receipt',
    reference: 'Payment reference',
    file: 'baywise-statement',
    kinds: {
      booking: 'Booking',
      extension: 'Extension',
      refund: 'Refund',
      top_up: 'Top-up',
      welcome_credit: 'Welcome credit (demo)',
      promo: 'Promotion',
      withdrawal: 'Withdrawal',
      adjustment: 'Correction',
      reversal: 'Payment taken back',
      dispute: 'Payment disputed',
      order: 'Order',
      order_refund: 'Refund of an order',
      gift: 'Gift for somebody',
      gift_refund: 'Cancelled gift',
      gift_redeemed: 'Gift received',
      document: 'Vehicle documents',
      document_refund: 'Refund for vehicle documents',
      plan: 'Plan',
      referral: 'Referral',
    },
  },
  topUpItem: 'Baywise wallet top-up',
  bookingItem: 'Baywise parking booking',
  orderItem: 'Baywise marketplace order',
}
