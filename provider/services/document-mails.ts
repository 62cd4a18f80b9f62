import { MINUTE_MS } from '../../src/domain/instant.ts'
import { RENEWAL_COUNTRY } from '../../src/domain/vehicle-documents.ts'
import { DOCUMENT_REMINDER_TEXTS, type DocumentReminderFacts } from '../messages/document-reminder-texts.ts'
import { formatDate } from '../messages/format-stay.ts'
import type { Language } from '../messages/language.ts'
import {
  type DocumentReminderRow,
  noteDocumentMailed,
  queueDocumentReminders,
  takeDocumentMail,
} from '../repositories/document-reminders.ts'
import { findUser, mailAddressOf } from '../repositories/users.ts'
import type { ProviderDeps } from './deps.ts'

const AGAIN_MS = 10 * MINUTE_MS

/** In the reader's language. */
export const reminderFacts = (
  row: Pick<DocumentReminderRow, 'days' | 'expires_on' | 'plate' | 'country_code'>,
  document: DocumentReminderRow['kind'],
  language: Language,
): DocumentReminderFacts => ({
  document,
  plate: row.plate,
  day: row.days === 0 ? null : formatDate(Date.parse(`${row.expires_on}T12:00:00Z`), 'UTC', language),
  canRenew: row.country_code === RENEWAL_COUNTRY,
})

/** Reminds drivers of dates. A crash or a mail server that does not answer delays an email; it may then come twice. */
export async function sendDocumentMails({
  db,
  clock,
  config,
  mailer,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'mailer'>): Promise<void> {
  await queueDocumentReminders(db, clock.now())
  for (;;) {
    const due = await takeDocumentMail(db, { nowMs: clock.now(), againMs: AGAIN_MS })
    if (due === undefined) return
    const user = due.row === undefined ? undefined : await findUser(db, due.row.user_id)
    const to = user === undefined ? null : mailAddressOf(user)
    if (due.row !== undefined && user !== undefined && to !== null && !user.mail_off.includes('document')) {
      const facts = { ...reminderFacts(due.row, due.row.kind, user.language), firstName: user.first_name }
      const links = { link: `${config.publicUrl}/vehicle-docs-renewal`, settings: `${config.publicUrl}/profile` }
      await mailer.send({ to, ...DOCUMENT_REMINDER_TEXTS[user.language].mail({ ...facts, ...links }) })
    }
    await noteDocumentMailed(db, due.id)
  }
}
