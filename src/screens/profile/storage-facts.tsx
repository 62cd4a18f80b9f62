import { Trans } from '@lingui/react/macro'
import { useFormat } from '../../i18n/format.ts'
import type { StorageRoom } from '../../lib/storage-room.ts'
import text from '../../ui/text.module.css'

/** The total storage used, and whether the browser may evict it. */
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
          <Trans>Your browser has agreed to keep this data.</Trans>
        </p>
      )}
      {isKept === false && (
        <p>
          <Trans>
            Your browser may delete this data if the phone runs out of space. Adding the app to your home screen helps.
          </Trans>
        </p>
      )}
    </div>
  )
}
