import type { BookingMailTexts } from './shapes.ts'

const walletOf = (company: string | null): string => (company === null ? 'your wallet' : `${company}’s wallet`)

export const bookingMailEn: BookingMailTexts = {
  hello: (firstName) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`),
  booking: ({ park, amount, company }) => ({
    subject: `Booked: ${park}`,
    lead: `Your space is booked. ${company ?? 'You'} paid ${amount}. Your pass is in the app and works offline.`,
  }),
  moved: ({ park, amount, refund, company }) => ({
    subject: `Moved: ${park}`,
    lead: `Your booking is moved. ${company ?? 'You'} paid ${amount}. ${refund} for the earlier booking is back in ${walletOf(company)}. Your code and your pass are new.`,
  }),
  change: ({ park, amount, until, company }) => ({
    subject: `Extended until ${until}: ${park}`,
    lead: `Your booking now ends at ${until}. ${company ?? 'You'} paid ${amount} more. Your pass has been updated.`,
  }),
  plate: ({ park, plate }) => ({
    subject: `Plate changed to ${plate}: ${park}`,
    lead: `Your booking is now for plate ${plate}. Your pass has been updated. You paid nothing more.`,
  }),
  postponed: ({ event, park, stay, amount, chooseBy, company }) => ({
    subject: `Postponed: ${event}`,
    lead: `${event} has a new date. Your parking at ${park} moves with it: ${stay}, nothing more to pay. Or get ${amount} back: choose by ${chooseBy}. If you don’t choose, ${amount} goes back to ${walletOf(company)} then.`,
  }),
  refunded: ({ park, amount, company }) => ({
    subject: `Cancelled: ${park}`,
    lead: `Your booking is cancelled. ${amount} is back in ${walletOf(company)}.`,
  }),
  closed: ({ park, amount, company }) => ({
    subject: `Closed: ${park}`,
    lead:
      amount === ''
        ? `${park} is closed at the time of your booking, so it’s cancelled. You paid nothing for it.`
        : `${amount} is back in ${walletOf(company)}. ${park} is closed at the time of your booking, so it’s cancelled.`,
  }),
  closing: ({ park, plate, from }) => ({
    subject: from === '' ? `Closed now: ${park}` : `Closed from ${from}: ${park}`,
    lead: `Your pass for ${plate} stays valid, and you can drive out at any time. ${park} takes no new bookings while it’s closed, so you can’t extend into that time.`,
  }),
  notRefunded: ({ park }) => ({
    subject: `Cancelled: ${park}`,
    lead: 'Your booking is cancelled. There is no refund, as the booking said.',
  }),
  receipt: ({ park, amount, number, company }) => ({
    subject: `Receipt ${number}: ${amount}`,
    lead: `${company ?? 'You'} paid ${amount} for parking at ${park}.`,
  }),
  rows: {
    carPark: 'Car park',
    stay: 'Stay',
    plate: 'Plate',
    code: 'Booking code',
    parking: 'Parking',
    fees: 'Service fee',
    total: 'Total paid',
    receipt: 'Receipt',
    refund: 'Refund',
    reason: 'Reason',
    nearby: 'Free nearby',
  },
  openPass: 'Open your pass',
  openReceipt: 'Open the receipt',
  openBooking: 'Open the booking',
  settings: 'Choose which emails you get. Receipts are always sent.',
}
