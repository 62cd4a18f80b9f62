import type { Messages } from './shapes.ts'

/** Refusals about gifts, companies, plans, referrals and reviews. */
export const giftsEn = {
  gift_code_malformed: { title: 'Check the code', detail: 'This isn’t a gift code. It has 16 letters and digits.' },
  gift_not_found: { title: 'Gift not found', detail: 'No gift has this code. Check it and try again.' },
  gift_own: { title: 'Your own gift', detail: 'This gift is from you. Cancel it to have its money back.' },
  gift_redeemed: { title: 'Already redeemed', detail: 'This gift has already been redeemed.' },
  gift_cancelled: { title: 'Gift cancelled', detail: 'This gift was cancelled by the person who bought it.' },
  review_refused: {
    title: 'No review of this stay',
    detail: 'This stay can’t be reviewed: it isn’t over, was refunded, is too long ago, or has a review.',
  },
  plan_running: { title: 'A plan runs already', detail: 'You already have a plan in this country.' },
  plan_ended: { title: 'Plan ended', detail: 'This plan has ended.' },
  referral_not_found: { title: 'Code not found', detail: 'No driver has this code. Check it and try again.' },
  referral_refused: {
    title: 'Code not accepted',
    detail: 'This code can’t count for you. Codes are for new drivers, once, from somebody else.',
  },
  company_not_found: {
    title: 'Not one of your companies',
    detail: 'This company doesn’t pay for your parking any more.',
  },
  company_plate: {
    title: 'Another vehicle',
    detail: 'This company pays for other vehicles. Choose one of them, or pay yourself.',
  },
  company_limit: {
    title: 'Above your limit',
    detail: 'This is more than your limit with this company. Choose a shorter stay, or pay yourself.',
  },
  company_too_low: {
    title: 'The company’s wallet is too low',
    detail: 'The company’s wallet doesn’t hold enough. Pay yourself, or ask your administrator.',
  },
  company_last_admin: {
    title: 'The last administrator',
    detail: 'A company needs an administrator who has signed in. Add another one first.',
  },
  too_many_members: { title: 'Too many people', detail: 'A company can have 500 people.' },
  too_many_gifts: {
    title: 'Too many open gifts',
    detail: 'You have 10 gifts that nobody has redeemed yet. Cancel one first.',
  },
} satisfies Partial<Messages['problems']>
