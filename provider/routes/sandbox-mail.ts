import { Hono } from 'hono'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { backgroundSettled } from '../services/background.ts'
import { MAILBOX_POLICY, renderMailbox } from '../mail/mailbox-page.ts'
import { findSandboxMails } from '../repositories/mail.ts'

/** GET /sandbox/mail?to=: the emails sent, newest first; a page for browsers, otherwise JSON. 404 without SANDBOX. */
export function sandboxMailRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.on('GET', ['/sandbox/mail', '/sandbox/mail/'], async (c) => {
    if (!deps.config.sandbox) return problem(c, 'not_found')
    const to = c.req.query('to')?.trim() ?? ''
    // Emails are sent after the answer that caused them, but a caller expects to find them here.
    await backgroundSettled()
    const mails = await findSandboxMails(deps.db, to === '' ? undefined : to)
    c.header('vary', 'Accept, Accept-Language')
    if (!(c.req.header('accept') ?? '').includes('text/html')) return c.json(mails)
    c.header('content-security-policy', MAILBOX_POLICY)
    return c.html(renderMailbox(mails, to, c.get('language')))
  })
  return routes
}
