import { MINUTE_MS } from '../../src/domain/instant.ts'
import { type MailTable, noteMailed, takeDueMail } from '../repositories/due-mails.ts'
import type { Mail } from '../repositories/mail.ts'
import type { ProviderDeps } from './deps.ts'

const RETRY_MS = 10 * MINUTE_MS

export type MailDeps = Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'mailer'>

/**
 * Sends a table's due emails one by one. A crash or an unreachable mail server delays an email, which may then be sent
 * twice. `toMail` returns null when there is no recipient.
 */
export async function sendDueMails(
  { db, clock, mailer }: MailDeps,
  table: MailTable,
  toMail: (id: string) => Promise<Mail | null>,
): Promise<void> {
  for (;;) {
    const id = await takeDueMail(db, table, { nowMs: clock.now(), againMs: RETRY_MS })
    if (id === undefined) return
    const mail = await toMail(id)
    if (mail !== null) await mailer.send(mail)
    await noteMailed(db, table, id)
  }
}
