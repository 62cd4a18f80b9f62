import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { recordCheckIn } from '../../actions/attendant.ts'
import { displayBookingCode } from '../../domain/code.ts'
import type { Direction } from '../../domain/check-in.ts'
import type { CheckMethod } from '../../domain/gate-log.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Car } from '../../domain/gate-car.ts'
import type { Verdict } from '../../domain/verdict.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import type { AttendantPark } from '../../queries/use-gate.ts'
import { CheckIcon, CloseIcon } from '../../ui/icons-action.tsx'
import styles from './check.module.css'
import { OverrideForm } from './override-form.tsx'
import { NoteText, VerdictDetail } from './verdict-detail.tsx'
import { VerdictIcon } from './verdict-icon.tsx'
import { signalVerdict } from './verdict-signal.ts'
import { TONES, useVerdictWord } from './verdict-words.ts'

/** The search and its result. */
export interface Found {
  readonly verdict: Verdict
  readonly method: CheckMethod
  /** As typed, for a car that is on no list. */
  readonly code: string | null
  readonly plate: string | null
}

export interface VerdictViewProps {
  readonly found: Found
  readonly direction: Direction
  readonly park: {
    readonly code: string
    readonly zone: string
    readonly listIssuedAt: Instant | null
    /** Every car park whose name this phone knows. */
    readonly all: readonly AttendantPark[]
  }
  readonly now: Instant
  readonly strip: ReactNode
  /** Called once the decision is saved, or dismissed. */
  readonly onClose: () => void
}

interface Choice {
  readonly isAdmitted: boolean
  readonly direction: Direction
  readonly reason?: string
  readonly plate?: string
}

const carOf = (verdict: Verdict): Car | null => ('car' in verdict ? verdict.car : null)

/** Words of up to 6 letters are set at 72 px, others at 46 px on up to three lines. */
const isShort = (word: string): boolean => word.split(/\s/).every((line) => line.length <= 6) && !word.includes(' ')

/** The full-screen verdict: colour, shape, word, sound and vibration; below it one question and its answers. */
export function VerdictView({ found, direction, park, now, strip, onClose }: VerdictViewProps) {
  const wordOf = useVerdictWord()
  const { t } = useLingui()
  const { verdict } = found
  const heading = useRef<HTMLHeadingElement>(null)
  const isDeciding = useRef(false)
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isOverriding, setOverriding] = useState(false)
  const word = wordOf(verdict.kind)
  const car = carOf(verdict)

  useEffect(() => {
    signalVerdict(verdict.kind)
    heading.current?.focus()
  }, [verdict])

  const decide = async (choice: Choice): Promise<void> => {
    // A gloved finger may tap twice for one car.
    if (isDeciding.current) return
    isDeciding.current = true
    const kept = await recordCheckIn({
      parkCode: park.code,
      booking: car?.booking ?? null,
      code: car?.code ?? found.code,
      plate: choice.plate ?? car?.plate ?? found.plate,
      sequence: car?.sequence ?? null,
      direction: choice.direction,
      isAdmitted: choice.isAdmitted,
      listIssuedAt: park.listIssuedAt,
      verdict: verdict.kind,
      method: found.method,
      overrideReason: choice.reason ?? null,
    })
    if (kept.ok) return onClose()
    isDeciding.current = false
    return setFailure(kept.error)
  }

  return (
    <div className={styles.verdictPage} data-overriding={isOverriding || undefined}>
      {strip}
      <section className={styles.verdict} data-tone={TONES[verdict.kind]} aria-label={t`Result`}>
        <VerdictIcon kind={verdict.kind} />
        <h1 ref={heading} tabIndex={-1} className={styles.word} data-short={isShort(word) || undefined}>
          {word}
        </h1>
        <p className={styles.until}>
          <VerdictDetail verdict={verdict} park={park} now={now} />
        </p>
      </section>
      {car !== null && <CarQuestion car={car} verdict={verdict} />}
      <div className={styles.answers}>
        {failure !== null && <FailureNote failure={failure} doing={t`Recording`} />}
        {isOverriding ? (
          <OverrideForm
            direction={direction}
            needsPlate={car === null && found.plate === null}
            onSubmit={({ reason, plate }) =>
              decide({ isAdmitted: true, direction, reason, ...(plate === '' ? {} : { plate }) })
            }
            onCancel={() => setOverriding(false)}
          />
        ) : (
          <>
            <Answers
              verdict={verdict}
              direction={direction}
              onDecide={(choice) => void decide(choice)}
              onOverride={() => setOverriding(true)}
            />
            {car === null && (
              <button type="button" className={styles.other} onClick={onClose}>
                <Trans>Back without recording</Trans>
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function CarQuestion({ car, verdict }: { readonly car: Car; readonly verdict: Verdict }) {
  const typeName = useVehicleTypeName()
  const notes = 'notes' in verdict ? verdict.notes : []
  return (
    <div className={styles.question}>
      <p className={styles.ask}>
        {verdict.kind === 'already_inside' ? (
          <Trans>Is this the car that came in?</Trans>
        ) : (
          <Trans>Does the plate read</Trans>
        )}
      </p>
      <p className={styles.plate}>
        {car.plate}
        {car.plateCut && '…'}
      </p>
      <p className={styles.facts}>
        {typeName(car.vehicleType)}, {displayBookingCode(car.code)}
      </p>
      {notes
        .filter((note) => note !== 'cancelled' || verdict.kind !== 'cancelled')
        .map((note) => (
          <p key={note} className={styles.noteLine}>
            <NoteText note={note} />
          </p>
        ))}
    </div>
  )
}

interface AnswersProps {
  readonly verdict: Verdict
  readonly direction: Direction
  readonly onDecide: (choice: Choice) => void
  readonly onOverride: () => void
}

/** The two likeliest answers, likelier first; a third where the attendant may know better. */
function Answers({ verdict, direction, onDecide, onOverride }: AnswersProps) {
  const tone = TONES[verdict.kind]
  const isLeaving = direction === 'out'
  const refuse = () => onDecide({ isAdmitted: false, direction })
  if (tone === 'go') {
    return (
      <>
        <button type="button" className={styles.yes} onClick={() => onDecide({ isAdmitted: true, direction })}>
          <CheckIcon size={24} />
          {isLeaving ? <Trans>Yes, let out</Trans> : <Trans>Yes, let in</Trans>}
        </button>
        <button type="button" className={styles.no} onClick={refuse}>
          <CloseIcon size={24} />
          <Trans>No, another plate</Trans>
        </button>
      </>
    )
  }
  const isDouble = verdict.kind === 'already_inside'
  return (
    <>
      {isDouble && (
        <button
          type="button"
          className={styles.yes}
          data-tone="look"
          onClick={() => onDecide({ isAdmitted: true, direction: 'out' })}
        >
          <CheckIcon size={24} />
          <Trans>It is leaving now</Trans>
        </button>
      )}
      <button type="button" className={styles.no} onClick={refuse}>
        <CloseIcon size={24} />
        {isDouble ? <Trans>Stop: another car</Trans> : <Trans>Do not let through</Trans>}
      </button>
      <button type="button" className={styles.other} onClick={onOverride}>
        {isLeaving ? <Trans>Let out anyway…</Trans> : <Trans>Let in anyway…</Trans>}
      </button>
    </>
  )
}
