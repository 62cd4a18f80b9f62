import { useLingui } from '@lingui/react/macro'
import type { Company } from '../contract/companies.ts'
import { useFormat } from '../i18n/format.ts'

const SHOWN_PLATES = 3

/**
 * Returns a formatter for what a company still pays: 'Up to C$20 a booking. C$80 left this month.' Empty when there is
 * no limit.
 */
export function useLimitText(): (
  company: Pick<Company, 'currency' | 'booking_limit' | 'month_limit' | 'month_spent'> &
    Partial<Pick<Company, 'plates'>>,
) => string {
  const { t } = useLingui()
  const format = useFormat()
  return ({ currency, booking_limit: limit, month_limit: monthLimit, month_spent: spent, plates = [] }) => {
    if (currency === null) return ''
    const money = (amountMinor: number): string => format.money({ amountMinor, currency })
    const most = limit === null ? null : money(limit)
    const left = monthLimit === null ? null : money(Math.max(0, monthLimit - spent))
    const shown = plates.slice(0, SHOWN_PLATES).join(', ')
    const more = plates.length > SHOWN_PLATES
    return [
      ...(most === null ? [] : [t`Up to ${most} a booking.`]),
      ...(left === null ? [] : [t`${left} left this month.`]),
      ...(shown === '' ? [] : [more ? t`Only for ${shown} and other vehicles of the company.` : t`Only for ${shown}.`]),
    ].join(' ')
  }
}
