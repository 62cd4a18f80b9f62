import { Trans, useLingui } from '@lingui/react/macro'
import type { Synced } from '../../actions/sync-attendant.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { GateState } from '../../queries/use-gate.ts'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { ClockIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { OLD_LIST_MS } from './to-gate.ts'
import type { AttendantSync } from './use-attendant-sync.ts'

export interface ListAgeProps {
  readonly state: GateState
  readonly sync: AttendantSync
}

/** Says when the list is old, missing or was refused, and renews it. */
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
          <Trans>Codes and plates can be checked once it was downloaded.</Trans>
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
          title={<Trans>The new list was not taken</Trans>}
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
      return <Trans>The provider did not sign it. The list from before stays.</Trans>
    case 'update_needed':
      return <Trans>It is signed with a key that this phone does not know. The list from before stays.</Trans>
    case 'older':
      return <Trans>It is older than the one on this phone, which stays.</Trans>
    case 'other_park':
    case 'gap':
      return <Trans>It does not continue the one on this phone, which stays.</Trans>
    default:
      return unreachable(reason)
  }
}
