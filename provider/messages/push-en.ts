import type { PushTexts } from './shapes.ts'

const minutesText = (minutes: number): string => (minutes === 1 ? '1 minute' : `${String(minutes)} minutes`)

export const pushEn: PushTexts = {
  ends: ({ park, plate, time, minutes }) => ({
    title: `${minutesText(minutes)} left: until ${time}`,
    body: `${plate} at ${park}. Extend now if you need longer.`,
  }),
  endsFull: ({ park, plate, time, minutes }) => ({
    title: `${minutesText(minutes)} left: until ${time}`,
    body: `${plate} at ${park}. The park is full after ${time}, so the stay cannot be extended.`,
  }),
  cancelled: ({ park, plate }) => ({ title: 'Booking cancelled', body: `${plate} at ${park}. There is no refund.` }),
  refunded: ({ park, plate, amount }) => ({
    title: `Booking cancelled: ${amount} refunded`,
    body: `${plate} at ${park}. The money is in your wallet.`,
  }),
  full: ({ park, amount }) => ({
    title: `No space left at ${park}`,
    body: `Your payment came when the last space was gone. ${amount} is in your wallet.`,
  }),
  autoTopUpOff: (currency) => ({
    title: `Automatic top-up (${currency}) is off`,
    body: 'Your saved card was declined twice in a row. Nothing was charged. Top up by hand, or save another card.',
  }),
  extend: 'Extend',
  directions: 'Directions',
}
