import { MINUTE_MS } from '../../src/domain/instant.ts'
import { type MailTable, noteMailed, takeDueMail } from '../repositories/due-mails.ts'
import type { Mail } from '../repositories/mail.ts'
import type { ProviderDeps } from './deps.ts'

const AGAIN_MS = 10 * MINUTE_MS

export type MailDeps = Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'mailer'>

/**
 * Sends the emails of a table that are due, one by one. A crash or a mail server that does not answer delays an email; it may then come
 * twice. `toMail`: null where there is nobody to send it to.
 */
export async function sendDueMails(
  { db, clock, mailer }: MailDeps,
  table: MailTable,
  toMail: (id: string) => Promise<Mail | null>,
): Promise<void> {
  for (;;) {
    const id = await takeDueMail(db, table, { nowMs: clock.now(), againMs: AGAIN_MS })
    if (id === undefined) return
    const mail = await toMail(id)
    if (mail !== null) await mailer.send(mail)
    await noteMailed(db, table, id)
  }
}
