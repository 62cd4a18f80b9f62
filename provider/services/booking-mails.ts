import type { StayReceipt } from '../../src/contract/payments.ts'
import { taxName } from '../../src/domain/tax-name.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { ProviderDeps } from './deps.ts'
import { type MailBody, toMailHtml, toMailText } from '../mail/mail-body.ts'
import { BOOKING_MAIL_TEXTS } from '../messages/booking-mail-texts.ts'
import { formatAmount, formatTime } from '../messages/format.ts'
import { formatMoment, formatMonth, formatStay } from '../messages/format-stay.ts'
import type { BookingMailTexts } from '../messages/shapes.ts'
import {
  claimBookingMail,
  type DueBookingMail,
  noteBookingMail,
  postponeBookingMail,
  queueBookingMails,
} from '../repositories/booking-mails.ts'
import { findInstead } from '../repositories/closure-news.ts'
import type { Mail } from '../repositories/mail.ts'
import { findReceipt } from '../repositories/receipts.ts'
import { closureFacts } from './closure-words.ts'
import { toReceiptWire } from './receipts.ts'
import { nameOf } from './refusals.ts'

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'config' | 'mailer'>

/**
 * Longer than three attempts at an unreachable mail server (two minutes each), so that no other process sends the same
 * email meanwhile. Emails are claimed one at a time: in order, and each with its own lease.
 */
const LEASE_MS = 900_000
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 60_000

type Content = Pick<MailBody, 'lead' | 'rows' | 'links'> & { readonly subject: string }

const isWanted = ({ kind, mail_off: off }: DueBookingMail): boolean => !off.includes(kind)

function bookingRows(mail: DueBookingMail, { rows }: BookingMailTexts): MailBody['rows'] {
  const { park, language } = mail
  const stay = { startMs: mail.start_time, endMs: mail.end_time, timezone: park.timezone }
  return [
    [rows.carPark, [park.name, park.address, park.city].filter((part) => part !== null).join(', ')],
    [rows.stay, mail.monthly === null ? formatStay(stay, language) : formatMonth(mail.monthly, language)],
    [rows.plate, mail.plate],
    [rows.code, displayBookingCode(mail.booking_code)],
  ]
}

/** "HST 123456789 RT0001" if the operator has given the tax's registration number. */
const nameWithNumber = (tax: StayReceipt['taxes'][number], language: DueBookingMail['language']): string =>
  [taxName(tax, language), tax.registration ?? []].flat().join(' ')

function moneyRows(mail: DueBookingMail, receipt: StayReceipt, { rows }: BookingMailTexts): MailBody['rows'] {
  const money = (amountMinor: number): string => formatAmount(amountMinor, receipt.currency, mail.language)
  return [
    [rows.parking, money(receipt.parking)],
    ...(receipt.fees === 0 ? [] : [[rows.fees, money(receipt.fees)] as const]),
    ...receipt.taxes.map((tax) => [nameWithNumber(tax, mail.language), money(tax.amount)] as const),
    [rows.total, money(receipt.total)],
    [rows.receipt, receipt.number],
  ]
}

function chargeHead(mail: DueBookingMail, receipt: StayReceipt, texts: BookingMailTexts) {
  const { company, park } = mail
  const facts = { park: park.name, amount: formatAmount(receipt.total, receipt.currency, mail.language), company }
  if (!isWanted(mail)) return texts.receipt({ ...facts, number: receipt.number })
  if (mail.kind === 'booking' && mail.moved_refund !== null) {
    const refund = formatAmount(mail.moved_refund, mail.currency, mail.language)
    return texts.moved({ ...facts, refund })
  }
  if (mail.kind === 'booking') return texts.booking(facts)
  return texts.change({ ...facts, until: formatTime(Date.parse(receipt.end_time), mail.park.timezone, mail.language) })
}

const passLink = ({ config }: Deps, { booking_code: code, language }: DueBookingMail): MailBody['links'][number] => ({
  label: BOOKING_MAIL_TEXTS[language].openPass,
  href: `${config.publicUrl}/booking-details/${displayBookingCode(code)}/pass`,
})

const bookingLink = (
  { config }: Deps,
  { booking_code: code, language }: DueBookingMail,
): MailBody['links'][number] => ({
  label: BOOKING_MAIL_TEXTS[language].openBooking,
  href: `${config.publicUrl}/booking-details/${displayBookingCode(code)}`,
})

function chargeContent(deps: Deps, mail: DueBookingMail, receipt: StayReceipt): Content {
  const texts = BOOKING_MAIL_TEXTS[mail.language]
  const { publicUrl } = deps.config
  // The stay as of this charge: a later extension has its own email.
  const times = { start_time: mustInstant(receipt.start_time), end_time: mustInstant(receipt.end_time) }
  const charged = { ...mail, ...times, monthly: receipt.month ?? null }
  return {
    ...chargeHead(mail, receipt, texts),
    rows: [...bookingRows(charged, texts), ...moneyRows(mail, receipt, texts)],
    links: [
      ...(isWanted(mail) ? [passLink(deps, mail)] : []),
      { label: texts.openReceipt, href: `${publicUrl}/wallet/receipts/${receipt.number}` },
    ],
  }
}

function cancellationContent(deps: Deps, mail: DueBookingMail): Content | null {
  if (!isWanted(mail)) return null
  const texts = BOOKING_MAIL_TEXTS[mail.language]
  const refundMinor = mail.refund_minor ?? 0
  const amount = formatAmount(refundMinor, mail.currency, mail.language)
  const head = (refundMinor > 0 ? texts.refunded : texts.notRefunded)({
    park: mail.park.name,
    amount,
    company: mail.company,
  })
  return {
    ...head,
    rows: [...bookingRows(mail, texts), [texts.rows.refund, amount]],
    links: [bookingLink(deps, mail)],
  }
}

/** A plate change costs nothing, but it changes the pass and the car that may enter. */
function plateContent(deps: Deps, mail: DueBookingMail): Content | null {
  if (!isWanted(mail)) return null
  const texts = BOOKING_MAIL_TEXTS[mail.language]
  return {
    ...texts.plate({ park: mail.park.name, plate: mail.plate }),
    rows: bookingRows(mail, texts),
    links: [passLink(deps, mail)],
  }
}

/** The pass already applies to the new date; the driver can ask for a refund for a limited time. */
function postponedContent(deps: Deps, mail: DueBookingMail, postponed: NonNullable<DueBookingMail['postponed']>) {
  if (!isWanted(mail)) return null
  const texts = BOOKING_MAIL_TEXTS[mail.language]
  const { choose_by_ms: chooseByMs, timezone, name } = postponed
  const stay = { startMs: mail.start_time, endMs: mail.end_time, timezone: mail.park.timezone }
  const facts = {
    event: name,
    park: mail.park.name,
    stay: formatStay(stay, mail.language),
    amount: formatAmount(mail.total_minor, mail.currency, mail.language),
    company: mail.company,
    chooseBy: formatMoment(chooseByMs, timezone, mail.language),
  }
  return { ...texts.postponed(facts), rows: bookingRows(mail, texts), links: [bookingLink(deps, mail)] }
}

type ClosedMail = DueBookingMail & { readonly closure: NonNullable<DueBookingMail['closure']> }
const isOfClosure = (mail: DueBookingMail): mail is ClosedMail => mail.closure !== null

/**
 * The operator closed the car park. Either the booking is cancelled and the mail names nearby car parks with space, or
 * the stay continues and the driver may leave.
 */
async function closureContent(deps: Deps, mail: ClosedMail): Promise<Content> {
  const { language, park, closure } = mail
  const texts = BOOKING_MAIL_TEXTS[language]
  const nowMs = deps.clock.now()
  const { reason, from } = closureFacts(closure, { language, timezone: park.timezone, nowMs })
  const rows = [...bookingRows(mail, texts), [texts.rows.reason, reason] as const]
  if (mail.kind !== 'cancellation') {
    const head = texts.closing({ park: park.name, plate: mail.plate, from })
    return { ...head, rows, links: [passLink(deps, mail)] }
  }
  const refundMinor = mail.refund_minor ?? 0
  const amount = refundMinor > 0 ? formatAmount(refundMinor, mail.currency, language) : ''
  const instead = await findInstead(deps.db, mail, nowMs)
  const { publicUrl } = deps.config
  return {
    ...texts.closed({ park: park.name, amount, company: mail.company }),
    rows: [
      ...rows,
      ...(amount === '' ? [] : [[texts.rows.refund, amount] as const]),
      ...instead.map((free) => [texts.rows.nearby, `${nameOf(free, language)}, ${free.distance_m} m`] as const),
    ],
    links: [
      ...instead.map((free) => ({ label: nameOf(free, language), href: `${publicUrl}/park/${free.slug}` })),
      bookingLink(deps, mail),
    ],
  }
}

/** Returns null when the driver has turned these emails off, so nothing is sent. */
async function toContent(deps: Deps, mail: DueBookingMail): Promise<Content | null> {
  if (isOfClosure(mail)) return isWanted(mail) ? closureContent(deps, mail) : null
  if (mail.kind === 'cancellation') return cancellationContent(deps, mail)
  if (mail.postponed !== null) return postponedContent(deps, mail, mail.postponed)
  if (mail.receipt === null) return plateContent(deps, mail)
  const row = await findReceipt(deps.db, mail.user_id, mail.receipt)
  return chargeContent(deps, mail, toReceiptWire(must(row, 'charge of a receipt'), mail.language))
}

function toMail(deps: Deps, mail: DueBookingMail, { subject, ...content }: Content): Mail {
  const texts = BOOKING_MAIL_TEXTS[mail.language]
  const foot = { label: texts.settings, href: `${deps.config.publicUrl}/profile` }
  const body = { language: mail.language, hello: texts.hello(mail.first_name), ...content, foot }
  return { to: mail.email, subject, text: toMailText(body), html: toMailHtml(body) }
}

async function sendOne(deps: Deps, due: DueBookingMail): Promise<void> {
  const content = await toContent(deps, due)
  if (content === null) return noteBookingMail(deps.db, due.mail_id, 'dropped')
  try {
    await deps.mailer.send(toMail(deps, due, content))
  } catch (error) {
    const isLast = due.attempts >= MAX_ATTEMPTS
    const facts = {
      kind: due.kind,
      attempt: due.attempts,
      message: error instanceof Error ? error.message : String(error),
    }
    deps.log.warn(isLast ? 'mail.booking_given_up' : 'mail.booking_failed', facts)
    if (isLast) return noteBookingMail(deps.db, due.mail_id, 'dropped')
    return postponeBookingMail(deps.db, due.mail_id, deps.clock.now() + FIRST_RETRY_MS * 2 ** (due.attempts - 1))
  }
  return noteBookingMail(deps.db, due.mail_id, 'sent')
}

/**
 * Runs one round: queues each new event once, then sends. A crash between sending and recording sends that email again:
 * delivery is at least once, since SMTP has no idempotency keys.
 */
export async function sendBookingMails(deps: Deps, signal: AbortSignal): Promise<void> {
  await queueBookingMails(deps.db, deps.clock.now())
  while (!signal.aborted) {
    const due = await claimBookingMail(deps.db, { nowMs: deps.clock.now(), leaseMs: LEASE_MS })
    if (due === 'none') return
    if (due !== 'untrue') await sendOne(deps, due)
  }
}
