// Rarely rendered; memoisation would double this file.
'use no memo'
import type { ReactNode } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import type { Result } from '../../lib/result.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { ConsoleFailure } from './console-failure.tsx'

interface StopOfferProps {
  /** Label of the confirm button. */
  readonly label: string
  /** Label of the button that changes nothing. */
  readonly keep: ReactNode
  readonly doing: string
  readonly send: () => Promise<Result<unknown, ActionError>>
  readonly onDone: () => void
  readonly onClose: () => void
  /** Description of the effect. */
  readonly children: ReactNode
}

/** Asks for confirmation before ending an offer, which cannot be undone. */
export function StopOffer({ label, keep, doing, send, onDone, onClose, children }: StopOfferProps) {
  const { failure, isBusy, run } = useSingleFlight(onDone)
  return (
    <section className={parts.form} aria-label={label}>
      <p>{children}</p>
      {failure !== null && <ConsoleFailure failure={failure} doing={doing} />}
      <ButtonRow>
        <OnlineButton doing={doing} kind="danger" size="small" busy={isBusy} onClick={() => void run(send)}>
          {label}
        </OnlineButton>
        <Button kind="plain" size="small" onClick={onClose}>
          {keep}
        </Button>
      </ButtonRow>
    </section>
  )
}
