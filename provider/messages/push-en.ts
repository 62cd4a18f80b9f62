import type { PushTexts } from './shapes.ts'

const minutesText = (minutes: number): string => (minutes === 1 ? '1 minute' : `${String(minutes)} minutes`)

export const pushEn: PushTexts = {
  ends: ({ park, plate, time, minutes }) => ({
    title: `${minutesText(minutes)} left: until ${time}`,
    body: `${plate} at ${park}. Extend now if you need longer.`,
  }),
  endsFull: ({ park, plate, time, minutes }) => ({
    title: `${minutesText(minutes)} left: until ${time}`,
    body: `${plate} at ${park}. The car park is full or closed after ${time}, so you can’t extend.`,
  }),
  passEnds: ({ park, plate, lastDay }) => ({
    title: 'Your monthly pass ends soon',
    body: `${plate} at ${park}: valid until ${lastDay}. Buy the next one to keep your space.`,
  }),
  cancelled: ({ park, plate }) => ({ title: 'Booking cancelled', body: `${plate} at ${park}. There’s no refund.` }),
  refunded: ({ park, plate, amount, company }) => ({
    title: `Booking cancelled: ${amount} refunded`,
    body: `${plate} at ${park}. The money is in ${company === null ? 'your wallet' : `${company}’s wallet`}.`,
  }),
  full: ({ park, amount }) => ({
    title: `No space left at ${park}`,
    body: `${amount} is in your wallet. Your payment arrived too late and the space was gone.`,
  }),
  postponed: ({ event, plate, amount, chooseBy }) => ({
    title: `Postponed: ${event}`,
    body: `Your parking for ${plate} moves to the new date. Keep it, or get ${amount} back: choose by ${chooseBy}.`,
  }),
  closed: ({ park, plate, amount, reason, nearby }) => ({
    title: amount === '' ? 'Car park closed: booking cancelled' : `Car park closed: ${amount} refunded`,
    body: `${plate} at ${park}. ${reason}${nearby === '' ? '' : ` Free nearby: ${nearby}.`}`,
  }),
  closing: ({ park, plate, reason, from }) => ({
    title: from === '' ? `${park} is closed now` : `${park} is closed from ${from}`,
    body: `${reason} Your pass for ${plate} stays valid, and you can drive out at any time.`,
  }),
  autoTopUpOff: (currency) => ({
    title: `Automatic top-up (${currency}) is off`,
    body: 'Your saved card was declined twice in a row. Nothing was charged. Top up yourself or save another card.',
  }),
  extend: 'Extend',
  directions: 'Directions',
}
