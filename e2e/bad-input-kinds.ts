import { makeBookingCode } from '../src/domain/code.ts'
import { GIFT_CODE_BYTES, makeGiftCode } from '../src/domain/gift.ts'

/**
 * What drivers type and paste by mistake, and how each kind of field handles it: the shared table of
 * `bad-input*.spec.ts`.
 */
export const KINDS = [
  'empty',
  'only spaces',
  'too long',
  'of a wrong form',
  'with spaces around',
  'emoji',
  'right to left',
  'turned round',
  '10 kB',
  'control characters',
] as const
export type Kind = (typeof KINDS)[number]

export type Case =
  | { readonly typed: string; /** The message beside the field, in English. */ readonly says: string }
  | { readonly typed: string; /** What is sent or searched for. */ readonly sends: unknown }

type Rule = Readonly<Record<Kind, Case>>

const TEN_KB = 'x'.repeat(10_240)
const SPACES = '     '
const REQUIRED = 'This field is required!'
const TOO_LONG = 'This is too long'
const ARABIC = 'محمد علي'
const CAR = '🚗🅿️👩‍👩‍👧'
/** Right-to-left override: renders all following text from right to left. */
const RLO = '\u202e'

const refused = (typed: string, says: string): Case => ({ typed, says })
const taken = (typed: string, sends: unknown): Case => ({ typed, sends })

const NO_EMAIL = 'Please enter a valid email'
const email: Rule = {
  empty: refused('', REQUIRED),
  'only spaces': refused(SPACES, REQUIRED),
  'too long': refused(`${'x'.repeat(65)}@example.org`, NO_EMAIL),
  'of a wrong form': refused('nobody@host', NO_EMAIL),
  'with spaces around': taken("  o'neil@example.org ", "o'neil@example.org"),
  emoji: refused('🚗@example.org', NO_EMAIL),
  'right to left': refused('عمر@example.org', NO_EMAIL),
  'turned round': taken(`${RLO}ada@example.org\u202c`, 'ada@example.org'),
  '10 kB': refused(`${TEN_KB}@example.org`, NO_EMAIL),
  'control characters': taken('ad\u0007a@example.org', 'ada@example.org'),
}
const optionalEmail: Rule = { ...email, empty: taken('', undefined), 'only spaces': taken(SPACES, undefined) }

const NO_CODE = 'The code has 6 digits'
const mailedCode: Rule = {
  empty: refused('', REQUIRED),
  'only spaces': refused(SPACES, REQUIRED),
  'too long': refused('1234567', NO_CODE),
  'of a wrong form': refused('12345a', NO_CODE),
  'with spaces around': taken('  123 456 ', '123456'),
  emoji: refused(CAR, NO_CODE),
  'right to left': refused(ARABIC, NO_CODE),
  'turned round': taken(`${RLO}123456`, '123456'),
  '10 kB': refused(TEN_KB, NO_CODE),
  'control characters': taken('123\u0007456', '123456'),
}

const asTyped = (typed: string): Case => taken(typed, typed)
const TOO_SHORT = 'Password must be at least 8 characters'
const currentPassword: Rule = {
  empty: refused('', REQUIRED),
  'only spaces': asTyped(SPACES),
  'too long': refused('x'.repeat(257), TOO_LONG),
  'of a wrong form': asTyped('short'),
  'with spaces around': asTyped('  quiet harbour 42 '),
  emoji: asTyped(CAR),
  'right to left': asTyped(ARABIC),
  'turned round': asTyped(`${RLO}quiet harbour`),
  '10 kB': refused(TEN_KB, TOO_LONG),
  'control characters': asTyped('quiet\u0007harbour'),
}
const password: Rule = {
  ...currentPassword,
  'only spaces': refused(SPACES, TOO_SHORT),
  'of a wrong form': refused('seven77', TOO_SHORT),
}

const optionalName: Rule = {
  empty: taken('', undefined),
  'only spaces': taken(SPACES, undefined),
  'too long': refused('x'.repeat(201), TOO_LONG),
  'of a wrong form': taken('<b>&amp;', '<b>&amp;'),
  'with spaces around': taken('  Awa   Ndiaye ', 'Awa Ndiaye'),
  emoji: taken(CAR, CAR),
  'right to left': taken(ARABIC, ARABIC),
  'turned round': taken(`${RLO}${ARABIC}`, ARABIC),
  '10 kB': refused(TEN_KB, TOO_LONG),
  'control characters': taken('A\u0007wa\u001b', 'A wa'),
}
const name: Rule = {
  ...optionalName,
  empty: refused('', REQUIRED),
  'only spaces': refused(`${SPACES}\u200b`, REQUIRED),
}
const nullableName: Rule = { ...optionalName, empty: taken('', null), 'only spaces': taken(SPACES, null) }

const NO_PHONE = 'Enter a valid phone number. From another country, start with + and the country code.'
/** For a driver in Canada. */
const phone: Rule = {
  empty: taken('', null),
  'only spaces': taken(SPACES, null),
  'too long': refused('4'.repeat(33), TOO_LONG),
  'of a wrong form': refused('12', NO_PHONE),
  'with spaces around': taken('  (416) 555-0123 ', '+14165550123'),
  emoji: refused('📞', NO_PHONE),
  'right to left': refused(ARABIC, NO_PHONE),
  'turned round': taken(`${RLO}+221 77 123 45 67`, '+221771234567'),
  '10 kB': refused(TEN_KB, TOO_LONG),
  'control characters': taken('416\u0007-555-0123', '+14165550123'),
}

const NO_PLATE = 'Enter the plate: letters and digits.'
const bookingPlate: Rule = {
  empty: refused('', NO_PLATE),
  'only spaces': refused(SPACES, NO_PLATE),
  'too long': refused('CKTB482CKTB48', NO_PLATE),
  'of a wrong form': refused('CK_TB', NO_PLATE),
  'with spaces around': taken('  cktb 482 ', 'CKTB482'),
  emoji: refused(CAR, NO_PLATE),
  'right to left': refused(ARABIC, NO_PLATE),
  'turned round': taken(`${RLO}CKTB482`, 'CKTB482'),
  '10 kB': refused(TEN_KB, NO_PLATE),
  'control characters': taken('CKTB\u0007482', 'CKTB482'),
}
/** A vehicle keeps its plate as typed. */
const plate: Rule = {
  ...bookingPlate,
  'too long': refused(`C${' -'.repeat(20)}K`, NO_PLATE),
  'with spaces around': taken('  cktb 482 ', 'CKTB 482'),
  'control characters': taken('CKTB\u0007482', 'CKTB 482'),
}

const amountRule = (noNumber: string, outOfRange: string): Rule => ({
  empty: refused('', noNumber),
  'only spaces': refused(SPACES, noNumber),
  'too long': refused('9'.repeat(17), outOfRange),
  'of a wrong form': refused('-5', noNumber),
  'with spaces around': taken('   25,50                    ', 2_550),
  emoji: refused(CAR, noNumber),
  'right to left': refused(ARABIC, noNumber),
  'turned round': taken(`${RLO}25.50`, 2_550),
  '10 kB': refused(TEN_KB, noNumber),
  'control characters': taken('25\u0007.5', 2_550),
})
const IN_RANGE = 'Choose between {minimum} and {maximum}.'
const UP_TO = 'Enter an amount up to {most}.'

const NO_PLACE = 'Type a place, or choose Near me.'
const listSearch: Rule = {
  empty: taken('', null),
  'only spaces': taken(SPACES, null),
  'too long': taken('x'.repeat(130), 'x'.repeat(120)),
  'of a wrong form': taken('<script>%00', '<script>%00'),
  'with spaces around': taken('  Dakar   Plateau ', 'Dakar Plateau'),
  emoji: taken(CAR, CAR),
  'right to left': taken(ARABIC, ARABIC),
  'turned round': taken(`${RLO}Dakar`, 'Dakar'),
  '10 kB': taken(TEN_KB, 'x'.repeat(120)),
  'control characters': taken('Da\u0007kar', 'Da kar'),
}
const placeSearch: Rule = {
  ...listSearch,
  empty: refused('', NO_PLACE),
  'only spaces': refused(`${SPACES}\u200b`, NO_PLACE),
}

const NO_TYPED_CODE = 'A code has 8 letters and digits, such as K7QM-4T2P.'
/** `good` is a well-formed code. */
export const typedCode = (good: string, sends: unknown, says = NO_TYPED_CODE): Rule => ({
  empty: refused('', says),
  'only spaces': refused(SPACES, says),
  'too long': refused(`${good}7`, says),
  'of a wrong form': refused('K7QM-4T2?', says),
  'with spaces around': taken(`  ${good.toLowerCase()} `, sends),
  emoji: refused(CAR, says),
  'right to left': refused(ARABIC, says),
  'turned round': taken(`${RLO}${good}\u202c`, sends),
  '10 kB': refused(TEN_KB, says),
  'control characters': taken(`${good.slice(0, 4)}\u0007${good.slice(4)}`, sends),
})

/** Well-formed, but not issued by any office. */
export const PAIRING_CODE = makeBookingCode(Uint8Array.of(1, 2, 3, 4, 5, 6, 7))

/** Well-formed, but no gift has it. */
const GIFT_CODE = makeGiftCode(Uint8Array.from({ length: GIFT_CODE_BYTES }, (_, index) => index))

export const RULES = {
  email,
  optionalEmail,
  password,
  currentPassword,
  mailedCode,
  name,
  optionalName,
  nullableName,
  phone,
  plate,
  bookingPlate,
  amount: amountRule('Enter an amount, such as 20.', IN_RANGE),
  amountInRange: amountRule(IN_RANGE, IN_RANGE),
  amountUpTo: amountRule(UP_TO, UP_TO),
  placeSearch,
  listSearch,
  pairingCode: typedCode(PAIRING_CODE, PAIRING_CODE),
  referralCode: typedCode(PAIRING_CODE, PAIRING_CODE, 'A referral code has 8 letters and digits. Check it.'),
  giftCode: typedCode(GIFT_CODE, GIFT_CODE, 'A gift code has 16 letters and digits. Check it.'),
} as const satisfies Record<string, Rule>
export type RuleName = keyof typeof RULES
