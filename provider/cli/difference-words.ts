import type { CheckName } from '../repositories/ledger.ts'
import type { AuditCheck } from '../services/payments-audit.ts'

/** What each difference means, and what to do about it. */
export const DIFFERENCE_WORDS: Readonly<Record<CheckName | AuditCheck, string>> = {
  'posting sums to zero':
    'Money came from nowhere or went nowhere in this posting. Stop the service and restore from a backup.',
  'posting has entries': 'A posting lost its entries. Stop the service and restore from a backup.',
  'wallet holds the sum of its entries':
    'The balance shown differs from the movements listed. The movements are right: look for a write past the ledger.',
  'running balance of a wallet':
    'A balance beside a movement is wrong. The amounts are right: look for a write past the ledger.',
  'booking cost what it says':
    'The driver was charged another sum than the booking names. Compare the booking with its postings.',
  'charge belongs to a booking': 'Money was charged for a booking that is not there. Give it back by a correction.',
  'order cost what it says':
    'The driver was charged another sum than the order names. Compare the order with its postings.',
  'gifts hold what nobody has redeemed':
    'The account of the gifts is not what the open gifts say. Compare the gifts of that currency with their postings.',
  'plan cost what it says':
    'A month of a plan was charged with another sum than it names. Compare the period with its posting.',
  'referral credited what it says':
    'A wallet was credited with another sum for a referral than the referral says. Compare it with its postings.',
  'charge belongs to an order': 'Money was charged for an order that is not there. Give it back by a correction.',
  'renewal cost what it says':
    'The driver was charged another sum than the renewal names. Compare the renewal with its postings.',
  'charge belongs to a renewal':
    'Money was charged for a renewal of documents that is not there. Give it back by a correction.',
  'receipt numbers have no gap': 'A receipt number was skipped or lost. Tell the accountant which.',
  'paid payment is in the ledger once':
    'A payment is called paid and was not credited once. Credit it, or take the second credit back.',
  'top-up belongs to a paid payment':
    'A wallet was credited without a payment that was paid. Ask the gateway about it, then correct one of them.',
  'gateway account is what its payments brought less what went back':
    'In this currency the ledger holds another sum at the gateway than its payments brought. Another difference below names the payment.',
  'held is what open withdrawals hold':
    'Money is on hold for no withdrawal, or a withdrawal is not covered. Look at the withdrawals of this currency.',
  'refund of a payment has an end':
    'A refund was sent a day ago and the gateway never answered. Look for it on the gateway’s pages: where it is not there, send it by hand.',
  'refunded is what was given back':
    'A payment says that another sum was refunded than its withdrawals paid. Compare both with the gateway.',
  'withdrawal says what its refunds paid':
    'A withdrawal calls itself paid or refused, and its refunds say otherwise. Ask the gateway about each refund.',
  'refund that was paid is in the ledger':
    'A refund is called paid, and the money never left the ledger. Book it, or give it back to the wallet.',
  'failed refund is in the wallet again':
    'A refund failed and its driver did not get the money back. Credit the wallet.',
  'money that went back at the gateway is off the wallet':
    'What is noted as reversed or disputed differs from what was taken off the wallet. Compare with the gateway.',
  'reversal belongs to a payment':
    'A wallet lost money for a reversal that is noted nowhere. Ask the gateway about the payment, and give it back if it knows of none.',
  'paid booking or order is confirmed':
    'A payment was for a booking or an order that is not confirmed. Book it, or credit the wallet.',
  'held order has an open payment': 'Goods are kept for a payment that is over. The job frees them at its end.',
  'held booking has an open payment': 'A space is kept for a payment that is over. The job frees it at its end.',
  'gateway took what the ledger credited':
    'The gateway names another sum than was credited. The gateway is right: correct the wallet.',
  'reversal at the gateway is in the ledger':
    'The gateway gave this payment back and the wallet still has the money. The daily check books it; run it by sending the event again.',
  'dispute at the gateway is in the ledger':
    'The payment is disputed at the bank and the wallet still has the money. Answer the dispute at the gateway; the daily check books it.',
  'money that came back at the gateway is in the wallet':
    'A dispute was won, or a reversal undone, and the wallet does not have the money yet. The daily check books it.',
  'refund that the gateway paid is closed':
    'The gateway paid a refund that is still called open here. The hourly check closes it.',
  'refund that failed at the gateway is in the wallet again':
    'The gateway could not pay a refund, and its driver does not have the money back yet. The daily check books it.',
  'withdrawal that was paid is known to the gateway':
    'A withdrawal is called paid, and the gateway knows of no such refund or has not paid it. Do not pay it twice: ask the gateway, then refund it there or credit the wallet.',
  'reversal in the ledger is known to the gateway':
    'Money was taken off a wallet for a reversal that the gateway does not know. Ask the gateway, and give it back.',
}
