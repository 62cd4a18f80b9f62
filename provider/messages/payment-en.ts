import type { PaymentTexts } from './payment-texts.ts'

export const paymentEn: PaymentTexts = {
  // The specification's own words.
  verificationInProgress: 'Payment verification already in progress',
  notFinished: 'The payment is not finished yet. Nothing was charged so far.',
  abandoned: 'You left the payment page. Nothing was charged; you can still pay.',
  gatewaySilent: 'The payment service does not answer right now. We keep asking; you need not pay again.',
  creditedInstead: 'Your payment came too late for the booking. The money is in your wallet.',
  page: {
    title: 'Sandbox payment',
    notice: 'Sandbox: no real money moves.',
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
    done: 'This payment is already paid.',
    back: 'Back to Baywise',
  },
  topUpItem: 'Baywise wallet top-up',
  bookingItem: 'Baywise parking booking',
}
