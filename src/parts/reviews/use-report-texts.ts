import { useLingui } from '@lingui/react/macro'
import type { ReviewReport } from '../../domain/review.ts'

/** Returns the texts for what can be wrong with a review. */
export function useReportTexts(): Readonly<Record<ReviewReport, string>> {
  const { t } = useLingui()
  return {
    offensive: t`Offensive`,
    personal: t`Names or details of a person`,
    untrue: t`Not true`,
    advert: t`Advertising`,
  }
}
