import { Trans } from '@lingui/react/macro'
import { useFormat } from '../../i18n/format.ts'
import type { StorageRoom } from '../../lib/storage-room.ts'
import text from '../../ui/text.module.css'

/** How much room everything takes, and whether the browser may throw it away by itself. */
export function StorageFacts({ room: { usedBytes, limitBytes, isKept } }: { readonly room: StorageRoom }) {
  const format = useFormat()
  const used = usedBytes === null ? null : format.bytes(usedBytes)
  const limit = limitBytes === null ? null : format.bytes(limitBytes)
  return (
    <div className={text.muted}>
      {used !== null && (
        <p>
          {limit === null ? (
            <Trans>Including the app: {used}.</Trans>
          ) : (
            <Trans>
              Including the app: {used} of the {limit} your browser allows.
            </Trans>
          )}
        </p>
      )}
      {isKept === true && (
        <p>
          <Trans>The browser has promised not to delete any of it by itself.</Trans>
        </p>
      )}
      {isKept === false && (
        <p>
          <Trans>
            The browser has not promised to keep it: it may delete everything when the phone runs out of space. Putting
            the app on the home screen helps.
          </Trans>
        </p>
      )}
    </div>
  )
}
