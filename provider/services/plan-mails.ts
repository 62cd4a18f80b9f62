import { getCountry } from '../../src/domain/country.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { formatAmount } from '../messages/format.ts'
import { formatDate } from '../messages/format-stay.ts'
import type { Language } from '../messages/language.ts'
import { PLAN_TEXTS, type PlanFacts } from '../messages/plan-texts.ts'
import { notePlanMailed, type PlanNewsRow, takePlanMail } from '../repositories/plan-news.ts'
import { findUser, mailAddressOf } from '../repositories/users.ts'
import type { ProviderDeps } from './deps.ts'

const AGAIN_MS = 10 * MINUTE_MS

/** In the reader's language, days in the country's zone. */
export const planFacts = (
  row: Pick<PlanNewsRow, 'names' | 'price_minor' | 'former_minor' | 'at' | 'reason' | 'currency' | 'country_code'>,
  language: Language,
): PlanFacts => ({
  plan: row.names[language],
  price: formatAmount(row.price_minor, row.currency, language),
  former: row.former_minor === row.price_minor ? null : formatAmount(row.former_minor, row.currency, language),
  day: formatDate(row.at, getCountry(row.country_code).timezone, language),
  isWithdrawn: row.reason === 'withdrawn',
})

/** Tells drivers of their plans. A crash or a mail server that does not answer delays an email; it may then come twice. */
export async function sendPlanMails({
  db,
  clock,
  config,
  mailer,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'mailer'>): Promise<void> {
  for (;;) {
    const news = await takePlanMail(db, { nowMs: clock.now(), againMs: AGAIN_MS })
    if (news === undefined) return
    const user = await findUser(db, news.user_id)
    const to = user === undefined ? null : mailAddressOf(user)
    if (user !== undefined && to !== null) {
      const facts = { ...planFacts(news, user.language), firstName: user.first_name }
      const link = `${config.publicUrl}/subscription-plans`
      await mailer.send({ to, ...PLAN_TEXTS[user.language].mail[news.kind]({ ...facts, link }) })
    }
    await notePlanMailed(db, news.news_id)
  }
}
