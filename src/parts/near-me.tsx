import { Trans } from '@lingui/react/macro'
import type { LatLng } from '../lib/cell.ts'
import { unreachable } from '../lib/assert.ts'
import { usePosition, type LocateError } from '../stores/position.ts'
import { useSearchDraft } from '../stores/search-draft.ts'
import { Button } from '../ui/button.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import styles from './search-form.module.css'

/** Asks the phone for its position. If that fails, uses the last known position and says so. */
export function NearMeButton({ onFound }: { readonly onFound: (near: LatLng) => void }) {
  const isAsking = usePosition((position) => position.asking)
  const locate = usePosition((position) => position.locate)
  const change = useSearchDraft((draft) => draft.change)
  const find = async () => {
    const answer = await locate()
    if (!answer.ok) return
    const near = { lat: answer.value.lat, lng: answer.value.lng }
    change({ text: '', near })
    onFound(near)
  }
  return (
    <Button kind="soft" icon={<LocateIcon />} busy={isAsking} onClick={() => void find()}>
      <Trans>Near me</Trans>
    </Button>
  )
}

/** Why Near me failed, and what to do instead. */
export function LocateNote({ onFound }: { readonly onFound: (near: LatLng) => void }) {
  const error = usePosition((position) => position.error)
  const fix = usePosition((position) => position.fix)
  if (error === null) return null
  return (
    <Note icon={<TriangleIcon size={24} />} tone="warning" role="alert" title={<LocateTitle error={error} />}>
      <p>
        <Trans>You can type a place instead.</Trans>
      </p>
      {fix !== null && (
        <button type="button" className={styles.inline} onClick={() => onFound({ lat: fix.lat, lng: fix.lng })}>
          <Trans>Use my last location</Trans>
        </button>
      )}
    </Note>
  )
}

/** Why the position is unknown. */
export function LocateTitle({ error }: { readonly error: LocateError }) {
  switch (error) {
    case 'denied':
      return <Trans>Location is turned off for this app</Trans>
    case 'timeout':
      return <Trans>Finding your location took too long</Trans>
    case 'unavailable':
      return <Trans>We couldn’t find your location</Trans>
    case 'unsupported':
      return <Trans>This browser can’t find your location</Trans>
    default:
      return unreachable(error)
  }
}
