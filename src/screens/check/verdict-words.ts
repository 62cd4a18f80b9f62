import { useLingui } from '@lingui/react/macro'
import type { CheckInFlag, VerdictKind } from '../../domain/check-in.ts'

export type VerdictTone = 'go' | 'look' | 'stop'

export const TONES: Readonly<Record<VerdictKind, VerdictTone>> = {
  valid: 'go',
  valid_by_signature: 'go',
  early: 'look',
  expired: 'look',
  already_inside: 'look',
  update_needed: 'look',
  unknown: 'look',
  wrong_park: 'stop',
  cancelled: 'stop',
  forged: 'stop',
}

/** Returns the full-screen word in the current language. */
export function useVerdictWord(): (kind: VerdictKind) => string {
  const { t } = useLingui()
  const words: Readonly<Record<VerdictKind, string>> = {
    valid: t`VALID`,
    valid_by_signature: t`VALID BY SIGNATURE`,
    early: t`EARLY`,
    expired: t`EXPIRED`,
    wrong_park: t`WRONG PARK`,
    cancelled: t`CANCELLED`,
    already_inside: t`ALREADY INSIDE`,
    forged: t`FORGED`,
    unknown: t`UNKNOWN`,
    update_needed: t`UPDATE NEEDED`,
  }
  return (kind) => words[kind]
}

/** Returns the text for a problem that the provider found with a record. */
export function useFlagText(): (flag: CheckInFlag) => string {
  const { t } = useLingui()
  const texts: Readonly<Record<CheckInFlag, string>> = {
    already_inside: t`Let in twice: another record says it was already inside`,
    not_inside: t`Left, but no entry was recorded`,
    cancelled: t`The booking was cancelled`,
    outside_window: t`Outside the booked time`,
    old_sequence: t`The pass was out of date`,
    wrong_park: t`Booked for another car park`,
    unknown_booking: t`No such booking`,
    clock_ahead: t`This phone’s clock is ahead`,
    clock_behind: t`This phone’s clock is behind`,
    clock_unknown: t`Time not certain: the phone could not check its clock`,
    revoked_phone: t`Sent after this phone was unpaired`,
    overridden: t`Let through by the attendant`,
  }
  return (flag) => texts[flag]
}
