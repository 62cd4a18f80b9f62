import { getCountry } from '../../src/domain/country.ts'
import { formatAmount } from '../messages/format.ts'
import { formatDate } from '../messages/format-stay.ts'
import type { Language } from '../messages/language.ts'
import { PLAN_TEXTS, type PlanFacts } from '../messages/plan-texts.ts'
import { mustPlanNews, type PlanNewsRow } from '../repositories/plan-news.ts'
import { findUser, mailAddressOf } from '../repositories/users.ts'
import { type MailDeps, sendDueMails } from './due-mails.ts'

/** Formatted in the reader's language, with days in the country's zone. */
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

/** Sends drivers news about their plans. */
export const sendPlanMails = (deps: MailDeps): Promise<void> =>
  sendDueMails(deps, 'plan_news', async (id) => {
    const news = await mustPlanNews(deps.db, id)
    const user = await findUser(deps.db, news.user_id)
    const to = user === undefined ? null : mailAddressOf(user)
    if (user === undefined || to === null) return null
    const facts = { ...planFacts(news, user.language), firstName: user.first_name }
    return {
      to,
      ...PLAN_TEXTS[user.language].mail[news.kind]({ ...facts, link: `${deps.config.publicUrl}/subscription-plans` }),
    }
  })
