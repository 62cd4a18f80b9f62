import type { RuleName } from './bad-input-kinds.ts'

/** `bad-input.spec.ts` opens the forms, `bad-input-gate.spec.ts` the attendant's, `signs.spec.ts` the scanner's. */
export type FormName =
  | 'sign in'
  | 'register'
  | 'verify'
  | 'forgot'
  | 'reset'
  | 'edit profile'
  | 'change e-mail'
  | 'e-mail code'
  | 'delete account'
  | 'passkey'
  | 'confirm passkey'
  | 'change password'
  | 'vehicle'
  | 'plate of a booking'
  | 'checkout'
  | 'add funds'
  | 'withdraw'
  | 'automatic top-up'
  | 'gift'
  | 'gift code'
  | 'referral code'
  | 'search'
  | 'parks list'
  | 'transactions'
  | 'regions'
  | 'help'
  | 'pairing'
  | 'gate'
  | 'sign'
  | 'private event'
  | 'coupon'
  | 'monthly pass'
  | 'contact'
  | 'operator'
  | 'business'

export interface FieldRow {
  readonly form: FormName
  /** Where it is rendered: the file below `src/` and the field's name, or its label when it has no name. */
  readonly source: string
  /** Relative to the page's main part or its dialog. */
  readonly selector: string
  /** Null when a separate test types into it. */
  readonly rule: RuleName | null
  /** The body field or query parameter that carries the input; omitted when it is enough that something is sent. */
  readonly sent?: string
}

const named = (form: FormName, file: string, [name, rule, sent = name]: readonly [string, RuleName, string?]) => ({
  form,
  source: `${file} ${name}`,
  selector: `[name="${name}"]`,
  rule,
  sent,
})

const AUTH = 'screens/auth'
const PROFILE = 'screens/profile'
const NAMES = 'parts/name-fields.tsx'
const WALLET = 'screens/wallet'
const CHECK = 'screens/check'
const AMOUNT = '[inputmode="decimal"]'

/**
 * Every text field of the product, one row each: `tests/scripts/text-fields.test.ts` reports any field without a row.
 */
export const FIELDS: readonly FieldRow[] = [
  named('sign in', `${AUTH}/sign-in-form.tsx`, ['identifier', 'email']),
  named('sign in', `${AUTH}/sign-in-form.tsx`, ['password', 'password']),
  named('register', `${AUTH}/email-code-form.tsx`, ['email', 'email']),
  // Covered by `auth.spec.ts` and `guest.spec.ts`: the field appears once the address is accepted.
  { form: 'register', source: `${AUTH}/email-code-form.tsx code`, selector: '[name="code"]', rule: null },
  named('verify', `${AUTH}/verify-screen.tsx`, ['email', 'email']),
  named('verify', `${AUTH}/verify-screen.tsx`, ['code', 'mailedCode']),
  named('forgot', `${AUTH}/forgot-password-screen.tsx`, ['email', 'email']),
  named('reset', `${AUTH}/new-password-field.tsx`, ['password', 'password']),
  named('edit profile', NAMES, ['first_name', 'name']),
  named('edit profile', NAMES, ['last_name', 'name']),
  named('edit profile', `${PROFILE}/edit-modal.tsx`, ['phone', 'phone']),
  named('change e-mail', `${PROFILE}/email-modal.tsx`, ['email', 'email']),
  named('change e-mail', `${PROFILE}/email-modal.tsx`, ['password', 'currentPassword']),
  named('e-mail code', `${PROFILE}/email-modal.tsx`, ['code', 'mailedCode']),
  named('delete account', `${PROFILE}/delete-modal.tsx`, ['password', 'currentPassword']),
  {
    form: 'passkey',
    source: `${PROFILE}/passkeys-modal.tsx passkey_name`,
    selector: '[name="passkey_name"]',
    rule: 'name',
  },
  named('confirm passkey', `${PROFILE}/passkeys-modal.tsx`, ['password', 'currentPassword']),
  named('change password', `${PROFILE}/password-modal.tsx`, ['password', 'currentPassword']),
  named('change password', `${PROFILE}/password-modal.tsx`, ['new_password', 'password']),
  named('vehicle', 'parts/vehicle-form-fields.tsx', ['plate', 'plate']),
  named('vehicle', 'parts/vehicle-form-fields.tsx', ['label', 'nullableName']),
  {
    form: 'plate of a booking',
    source: 'screens/booking/plate-dialog.tsx Plate number',
    selector: '[data-plate]',
    rule: 'bookingPlate',
    sent: 'plate',
  },
  named('checkout', 'parts/vehicle-step.tsx', ['plate', 'bookingPlate']),
  // Covered by `guest.spec.ts`: shown only without an account.
  ...['contact_email', 'contact_phone'].map((name): FieldRow => ({
    form: 'checkout',
    source: `screens/checkout/guest-step.tsx ${name}`,
    selector: `[name="${name}"]`,
    rule: null,
  })),
  named('add funds', `${WALLET}/add-funds-form.tsx`, ['amount', 'amount']),
  {
    form: 'withdraw',
    source: `${WALLET}/withdraw-screen.tsx Amount in`,
    selector: AMOUNT,
    rule: 'amountUpTo',
    sent: 'amount',
  },
  named('gift', `${WALLET}/buy-gift.tsx`, ['amount', 'amountInRange']),
  named('gift', `${WALLET}/buy-gift.tsx`, ['email', 'optionalEmail']),
  named('gift code', `${WALLET}/redeem-gift.tsx`, ['code', 'giftCode']),
  named('referral code', `${WALLET}/enter-referral.tsx`, ['code', 'referralCode']),
  ...['threshold', 'amount', 'monthly_cap'].map((sent, at): FieldRow => ({
    form: 'automatic top-up',
    source: `${WALLET}/auto-top-up-form.tsx labels[field]`,
    selector: `${AMOUNT} >> nth=${String(at)}`,
    rule: 'amountInRange',
    sent,
  })),
  // Covered by `contact.spec.ts`.
  ...['name', 'email', 'company', 'website'].map((name): FieldRow => ({
    form: 'contact',
    source: `parts/contact/contact-fields.tsx ${name}`,
    selector: `[name="${name}"]`,
    rule: null,
  })),
  // Covered by `charging.spec.ts`.
  ...(
    [
      ['address', 'Street and number'],
      ['city', 'City'],
      ['spaces', 'Number of spaces'],
      ['hourly', 'Price of an hour of parking, in'],
      ['power', 'Power in kW (optional)'],
      ['chargers', 'Number of chargers'],
      ['price', 'Price of charging, in'],
    ] as const
  ).map(([name, label]): FieldRow => ({
    form: 'contact',
    source: `parts/contact/offer-fields.tsx ${label}`,
    selector: `[name="${name}"]`,
    rule: null,
  })),
  {
    form: 'search',
    source: 'parts/place-field.tsx PARAM.text',
    selector: '[type="search"]',
    rule: 'placeSearch',
    sent: 'search',
  },
  {
    form: 'parks list',
    source: 'screens/find/list-form.tsx Name, address or city',
    selector: '[type="search"]',
    rule: 'listSearch',
    sent: 'search',
  },
  {
    form: 'transactions',
    source: `${WALLET}/transaction-list.tsx Search transactions`,
    selector: '[type="search"]',
    rule: 'listSearch',
  },
  {
    form: 'regions',
    source: 'screens/regions/all-regions.tsx Search regions',
    selector: '[type="search"]',
    // Covered by `all-regions.dom.test.tsx`: it filters the page and sends nothing.
    rule: null,
  },
  {
    form: 'help',
    source: 'screens/pages/help-list.tsx Search the help',
    selector: '[type="search"]',
    // Covered by `help-list.dom.test.tsx`: it filters the page and sends nothing.
    rule: null,
  },
  {
    form: 'pairing',
    source: `${CHECK}/pair-screen.tsx code`,
    selector: '[name="code"]',
    rule: 'pairingCode',
    sent: 'code',
  },
  named('pairing', `${CHECK}/pair-screen.tsx`, ['name', 'optionalName', 'device_name']),
  { form: 'gate', source: `${CHECK}/find-car.tsx code`, selector: '[name="code"]', rule: null },
  {
    form: 'gate',
    source: `${CHECK}/find-car.tsx Last characters of the plate`,
    selector: '[type="search"]',
    rule: null,
  },
  { form: 'gate', source: `${CHECK}/override-form.tsx plate`, selector: '[name="plate"]', rule: null },
  { form: 'gate', source: `${CHECK}/override-form.tsx words`, selector: '[name="words"]', rule: null },
  // Covered by a journey of events: each attempt counts towards a rate limit.
  {
    form: 'private event',
    source: 'screens/events/private-event-screen.tsx access_code',
    selector: '[name="access_code"]',
    rule: null,
  },
  // Covered by a journey of the marketplace: each attempt counts towards a rate limit.
  { form: 'coupon', source: 'parts/coupon-field.tsx Coupon', selector: '[name="coupon"]', rule: null },
  // All behind the second factor; covered by `operator.spec.ts`, `operator-day.spec.ts`, `operator-events.spec.ts`,
  // `operator-sells.spec.ts`, `leeway-form.dom.test.tsx`, `park-form.dom.test.tsx`, and the tests of the provider's
  // refusals.
  ...[
    'prices/draft-fields.tsx label',
    'events/event-fields.tsx name',
    'events/event-fields.tsx venue',
    'events/event-fields.tsx city',
    'events/event-fields.tsx heldName(code)',
    'events/event-fields.tsx priceName(code)',
    'events/event-fields.tsx access_code',
    'events/plan-form.tsx position',
    'invite-form.tsx email',
    'money/accounts-section.tsx email',
    'money/act-form.tsx reason',
    'money/payouts-section.tsx amount',
    'money/payouts-section.tsx transfer',
    'leeway-form.tsx arrival',
    'leeway-form.tsx grace',
    'orders/end-form.tsx reason',
    'orders/return-form.tsx nameOf(line)',
    'offer-fields.tsx name',
    'park-chargers.tsx count',
    'park-chargers.tsx power',
    'park-chargers.tsx price',
    'park-form.tsx name',
    'park-form.tsx address',
    'park-form.tsx city',
    'park-form.tsx state',
    'park-form.tsx capacity',
    'park-form.tsx accessible',
    'park-form.tsx height',
    'park-hours.tsx from',
    'park-hours.tsx to',
    'photo-texts.tsx text_en',
    'photo-texts.tsx text_fr',
    'park-position.tsx lat',
    'park-position.tsx lng',
    'park-taxes.tsx tax_',
    'close-form.tsx reason_en',
    'close-form.tsx reason_fr',
  ].map((field): FieldRow => ({
    form: 'operator',
    source: `screens/operator/${field}`,
    selector: `[name="${field.split(' ')[1] ?? ''}"]`,
    rule: null,
  })),
  // Covered by `business.spec.ts`: shown once an operator has approved the account.
  ...[
    ['company-admin.tsx amount', '[name="amount"]'],
    ['member-form.tsx email', '[name="email"]'],
    ['member-form.tsx Most for one booking, in', '[name="booking_limit"]'],
    ['member-form.tsx Most in a month, in', '[name="month_limit"]'],
    ['company-statement.tsx Month', '[type="month"]'],
  ].map(([field = '', selector = '']): FieldRow => ({
    ...{ form: 'business', source: `screens/wallet/${field}`, selector, rule: null },
  })),
  // `console-members.pg` and `money-factor.pg` cover the refusals; `operator.spec` and `payments-wallet.spec` type into
  // it.
  { form: 'operator', source: 'parts/second-factor.tsx code', selector: '[name="code"]', rule: null },
  { form: 'sign', source: 'screens/scan/code-form.tsx code', selector: '[name="code"]', rule: null },
]
