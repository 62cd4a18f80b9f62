// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { continueRegion, deleteRegion } from '../../actions/regions.online.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useNow } from '../../parts/use-now.ts'
import type { KeptRegion } from '../../queries/use-regions.ts'
import { Button } from '../../ui/button.tsx'
import { ReloadIcon, TrashIcon } from '../../ui/icons-action.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './regions.module.css'

interface RegionModalProps {
  readonly row: KeptRegion
  readonly onClose: () => void
}

/** Details and actions of a saved region; deleting asks for confirmation. */
export function RegionModal({ row, onClose }: RegionModalProps) {
  const { t } = useLingui()
  const [isDeleting, setDeleting] = useState(false)
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const { region, name } = row
  return (
    <Modal
      open
      onClose={onClose}
      title={isDeleting ? <Trans>Delete {name}?</Trans> : name}
      foot={
        <div className={styles.pair}>
          {isDeleting ? (
            <Button kind="secondary" onClick={() => setDeleting(false)}>
              <Trans>Keep region</Trans>
            </Button>
          ) : (
            <OnlineButton
              doing={t`Updating`}
              isQuiet
              icon={<ReloadIcon />}
              onClick={() => void run(() => continueRegion(region))}
            >
              <Trans>Update</Trans>
            </OnlineButton>
          )}
          <Button
            kind="danger"
            icon={<TrashIcon />}
            busy={isBusy}
            onClick={() => (isDeleting ? void run(() => deleteRegion(region)) : setDeleting(true))}
          >
            <Trans>Delete</Trans>
          </Button>
        </div>
      }
    >
      {isDeleting ? (
        <p>
          <Trans>
            Its car parks, prices and streets leave this phone. With a connection you can keep them again. Your bookings
            and passes stay.
          </Trans>
        </p>
      ) : (
        <Facts row={row} />
      )}
      {failure !== null && <FailureNote failure={failure} doing={t`Deleting a region`} />}
    </Modal>
  )
}

function Facts({ row: { kept, isBroken, hasStreets } }: Pick<RegionModalProps, 'row'>) {
  const format = useFormat()
  const now = useNow()
  if (kept === null) return null
  const zone = phoneZone()
  const saved = format.dayTime(toInstant(kept.savedAt), { zone, now })
  const validMs = Date.parse(kept.validUntil)
  const valid = format.dayTime(toInstant(validMs), { zone, now, inSentence: true })
  const size = format.bytes(kept.bytes)
  return (
    <>
      <p>
        <Plural value={kept.parks} one="# car park with its prices" other="# car parks with their prices" />
        {', '}
        {hasStreets ? <Trans>streets and their names.</Trans> : <Trans>no street map.</Trans>}
      </p>
      <p>
        <Trans>
          {size}. Last updated: {saved}.
        </Trans>
      </p>
      <p className={validMs < now || isBroken ? styles.amber : undefined}>
        {isBroken ? (
          <Trans>The phone was full and some of it was removed. An update brings it back.</Trans>
        ) : validMs < now ? (
          <Trans>Prices may have changed since {valid}.</Trans>
        ) : (
          <Trans>These prices hold until {valid}.</Trans>
        )}
      </p>
    </>
  )
}
