import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { unpairAttendant } from '../../actions/attendant.online.ts'
import { useLingui } from '@lingui/react/macro'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import type { GateState } from '../../queries/use-gate.ts'
import { Button } from '../../ui/button.tsx'
import { TrashIcon } from '../../ui/icons-action.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './check.module.css'

const countWaiting = ({ log }: GateState): number => log.filter(({ state }) => state === 'waiting').length

/** Removes all pairing data from this phone, after showing what would be lost. */
export function UnpairButton({ state }: { readonly state: GateState }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { failure, isBusy, run } = useSingleFlight(() => setOpen(false))
  const waiting = countWaiting(state)
  return (
    <>
      <Button kind="plain" size="small" icon={<TrashIcon />} onClick={() => setOpen(true)}>
        <Trans>Unpair this phone…</Trans>
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={<Trans>Unpair this phone?</Trans>}
        foot={
          <Button kind="danger" wide busy={isBusy} onClick={() => void run(() => unpairAttendant())}>
            <Trans>Unpair</Trans>
          </Button>
        }
      >
        <div className={styles.form}>
          <p>
            <Trans>
              The lists and the log are deleted from this phone. To check passes again, you need a new pairing code.
            </Trans>
          </p>
          {waiting > 0 && (
            <p className={styles.loss}>
              <Plural
                value={waiting}
                one="# record hasn’t been sent and would be lost."
                other="# records haven’t been sent and would be lost."
              />
            </p>
          )}
          {failure !== null && <FailureNote failure={failure} doing={t`Unpairing`} />}
        </div>
      </Modal>
    </>
  )
}
