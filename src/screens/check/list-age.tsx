import { Trans, useLingui } from '@lingui/react/macro'
import type { Synced } from '../../actions/attendant.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { GateState } from '../../queries/use-gate.ts'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { ClockIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { OLD_LIST_MS } from './to-gate-context.ts'
import type { AttendantSync } from './use-attendant-sync.ts'

export interface ListAgeProps {
  readonly state: GateState
  readonly sync: AttendantSync
}

/** Reports an old, missing or refused list, and refreshes it. */
export function ListAge({ state, sync }: ListAgeProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const list = state.saved?.list
  const { failure, listRefused, isBusy } = sync
  const ageMs = list === undefined ? 0 : now - list.issuedAt
  return (
    <>
      {list === undefined && (
        <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>No list on this phone yet</Trans>}>
          <Trans>Download the list to check codes and plates.</Trans>
        </Note>
      )}
      {ageMs > OLD_LIST_MS && (
        <Note
          tone="amber"
          icon={<ClockIcon size={24} />}
          title={<Trans>This list is {format.duration(ageMs)} old</Trans>}
        >
          <Trans>Bookings made or changed since are not on it.</Trans>
        </Note>
      )}
      {listRefused !== null && (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>The new list can’t be used</Trans>}
          role="alert"
        >
          <RefusedText reason={listRefused} />
        </Note>
      )}
      {failure !== null && failure.kind !== 'offline' && failure.kind !== 'timeout' && (
        <FailureNote failure={failure} doing={t`Updating the list`} />
      )}
      <OnlineButton
        doing={t`Updating the list`}
        kind="soft"
        size="small"
        icon={<ReloadIcon />}
        busy={isBusy}
        busyLabel={<Trans>Updating…</Trans>}
        onClick={sync.sync}
      >
        <Trans>Update the list</Trans>
      </OnlineButton>
    </>
  )
}

function RefusedText({ reason }: { readonly reason: NonNullable<Synced['listRefused']> }) {
  switch (reason) {
    case 'forged':
      return <Trans>It isn’t signed by Baywise. The previous list stays in use.</Trans>
    case 'update_needed':
      return <Trans>This phone doesn’t know the key it was signed with. The previous list stays in use.</Trans>
    case 'older':
      return <Trans>It’s older than the list on this phone, which stays in use.</Trans>
    case 'other_park':
    case 'gap':
      return <Trans>It doesn’t follow on from the list on this phone, which stays in use.</Trans>
    default:
      return unreachable(reason)
  }
}
