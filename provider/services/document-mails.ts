import { RENEWAL_COUNTRY } from '../../src/domain/vehicle-documents.ts'
import { DOCUMENT_REMINDER_TEXTS, type DocumentReminderFacts } from '../messages/document-reminder-texts.ts'
import { formatDate } from '../messages/format-stay.ts'
import type { Language } from '../messages/language.ts'
import {
  type DocumentReminderRow,
  findDocumentNotice,
  queueDocumentReminders,
} from '../repositories/document-reminders.ts'
import { findUser, mailAddressOf } from '../repositories/users.ts'
import { type MailDeps, sendDueMails } from './due-mails.ts'

/** In the reader's language. */
export const reminderFacts = (
  documents: readonly DocumentReminderRow[],
  language: Language,
): readonly DocumentReminderFacts[] =>
  documents.map(({ kind, days, expires_on: day, plate, country_code: country }) => ({
    document: kind,
    plate,
    day: days === 0 ? null : formatDate(Date.parse(`${day}T12:00:00Z`), 'UTC', language),
    canRenew: country === RENEWAL_COUNTRY,
  }))

/** Reminds drivers of expiry dates that are still current. */
export async function sendDocumentMails(deps: MailDeps): Promise<void> {
  const { db, clock, config } = deps
  await queueDocumentReminders(db, clock.now())
  await sendDueMails(deps, 'document_notices', async (id) => {
    const row = await findDocumentNotice(db, id, clock.now())
    const user = row === undefined ? undefined : await findUser(db, row.user_id)
    const to = user === undefined ? null : mailAddressOf(user)
    if (row === undefined || user === undefined || to === null || user.mail_off.includes('document')) return null
    const documents = reminderFacts(row.documents, user.language)
    const links = { link: `${config.publicUrl}/vehicle-docs-renewal`, settings: `${config.publicUrl}/profile` }
    return { to, ...DOCUMENT_REMINDER_TEXTS[user.language].mail({ documents, firstName: user.first_name, ...links }) }
  })
}
