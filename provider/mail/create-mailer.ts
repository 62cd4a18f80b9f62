import type { Transporter } from 'nodemailer'
import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import type { Database } from '../db/database.ts'
import { keepSandboxMail, type Mail } from '../repositories/mail.ts'
import { isPlainElsewhere } from '../rules/plain-address.ts'

export interface Mailer {
  /** Resolves once the mail has been handed over; throws otherwise. */
  send(mail: Mail): Promise<void>
}

interface MailConfig {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly sandbox: boolean
}

const ATTEMPTS = 3

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Codes, links and the server's password never cross a network in plain text: a mail server on another machine must
 * offer STARTTLS, or nothing is sent. An explicit `ignoreTLS` or `requireTLS` in the address overrides this.
 */
export function toTransport(url: string): { readonly url: string; readonly requireTLS?: true } {
  const isDecided = /[?&](ignoreTLS|requireTLS)=/.test(url)
  return isPlainElsewhere(url) && !isDecided ? { url, requireTLS: true } : { url }
}

function createSmtpMailer(url: string, from: string, log: Log): Mailer {
  let connected: Promise<Transporter> | undefined
  // Loaded with the first mail, to keep start-up short.
  const connect = (): Promise<Transporter> => {
    connected ??= import('nodemailer').then(({ createTransport }) => createTransport(toTransport(url), { from }))
    return connected
  }
  return {
    async send(mail) {
      const transport = await connect()
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { code: _, ...message } = mail
          await transport.sendMail(message)
          return
        } catch (error) {
          if (attempt >= ATTEMPTS) throw error
          log.warn('mail.retry', { attempt, message: error instanceof Error ? error.message : String(error) })
          await pause(1_000 * 4 ** (attempt - 1))
        }
      }
    },
  }
}

/**
 * SMTP when SMTP_URL is set, otherwise the sandbox mailbox; with neither, every send throws an error that names the
 * missing setting.
 */
export function createMailer(options: {
  readonly config: MailConfig
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}): Mailer {
  const { config, db, clock, log } = options
  if (config.smtpUrl !== undefined) return createSmtpMailer(config.smtpUrl, config.mailFrom, log)
  if (config.sandbox) return { send: (mail) => keepSandboxMail(db, mail, clock.now()) }
  return { send: () => Promise.reject(new Error('No way to send mail: set SMTP_URL')) }
}
