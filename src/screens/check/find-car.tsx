import { Trans } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { CodeError } from '../../domain/code.ts'
import { findByPlateEnd, type ListStanding, MIN_PLATE_SEARCH } from '../../domain/day-list.ts'
import { isPlate, normalisePlate } from '../../domain/plate.ts'
import { toInstant } from '../../domain/instant.ts'
import { typingWaitMs } from '../../domain/typed-code.ts'
import { findStanding, type Gate } from '../../domain/gate-car.ts'
import { judgeCode, judgeEntry } from '../../domain/verdict.ts'
import { unreachable } from '../../lib/assert.ts'
import { useFormat } from '../../i18n/format.ts'
import { textOf } from '../../parts/form-text.ts'
import { useNow } from '../../parts/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './check.module.css'
import { CodeProblem } from './pair-screen.tsx'
import type { Found } from './verdict-view.tsx'

/** Consecutive codes that were on no list, and when the next one may be tried. */
export interface Misses {
  readonly count: number
  readonly untilMs: number
}

export const NO_MISSES: Misses = { count: 0, untilMs: 0 }

export type FindMethod = 'camera' | 'code' | 'plate'

export interface FindCarProps {
  readonly method: FindMethod
  readonly onMethod: (method: FindMethod) => void
  /** Shown while the camera is the method. */
  readonly scanner: ReactNode
  /** Returns the gate's state at the moment of the tap. */
  readonly gateNow: () => Gate
  readonly misses: Misses
  readonly onMisses: (misses: Misses) => void
  readonly onFound: (found: Found) => void
}

/** Finds a car by its pass, by the code the driver reads out, or by the last characters of its plate. */
export function FindCar(props: FindCarProps) {
  const { method, onMethod, scanner } = props
  return (
    <div className={styles.form}>
      <Segmented
        legend={<Trans>Find the booking by</Trans>}
        value={method}
        options={[
          { value: 'camera', label: <Trans>Camera</Trans> },
          { value: 'code', label: <Trans>Code</Trans> },
          { value: 'plate', label: <Trans>Plate</Trans> },
        ]}
        onChange={onMethod}
      />
      {method === 'camera' && scanner}
      {method === 'code' && <ByCode {...props} />}
      {method === 'plate' && <ByPlate {...props} />}
    </div>
  )
}

function ByCode({ gateNow, misses, onMisses, onFound }: FindCarProps) {
  const [problem, setProblem] = useState<CodeError | null>(null)
  const now = useNow(1000)
  const waitS = Math.ceil((misses.untilMs - now) / 1000)
  const isWaiting = waitS > 0

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWaiting) return
    const typed = textOf(new FormData(event.currentTarget), 'code')
    const gate = gateNow()
    const judged = judgeCode(typed, gate)
    setProblem(judged.ok ? null : judged.error)
    if (!judged.ok) return
    const isMiss = judged.value.kind === 'unknown'
    const count = isMiss ? misses.count + 1 : 0
    onMisses({ count, untilMs: isMiss ? toInstant(gate.now + typingWaitMs(count)) : 0 })
    onFound({ verdict: judged.value, method: 'code', code: isMiss ? typed.slice(0, 20) : null, plate: null })
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        plate
        name="code"
        label={<Trans>Booking code</Trans>}
        autoComplete="off"
        error={problem === null ? undefined : <CodeProblem problem={problem} />}
      />
      <Button type="submit" wide disabled={isWaiting}>
        {isWaiting ? <Trans>Too many wrong codes: wait {waitS} s</Trans> : <Trans>Check the code</Trans>}
      </Button>
    </form>
  )
}

const SHOWN = 8

/** A running or upcoming booking needs no label: its times show it. */
function StandingText({ standing }: { readonly standing: ListStanding }): ReactNode {
  switch (standing) {
    case 'inside':
      return <Trans>Inside</Trans>
    case 'current':
      return null
    case 'ended':
      return <Trans>Ended</Trans>
    case 'cancelled':
      return <Trans>Cancelled</Trans>
    default:
      return unreachable(standing)
  }
}

function ByPlate({ gateNow, onFound }: FindCarProps) {
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const gate = gateNow()
  const { list } = gate
  const wanted = normalisePlate(typed)
  const entries =
    list === undefined ? [] : findByPlateEnd(list, typed, (entry) => findStanding(entry, gate)).slice(0, SHOWN)
  const isAsked = wanted.length >= MIN_PLATE_SEARCH
  return (
    <>
      <TextField
        plate
        type="search"
        label={<Trans>Last characters of the plate</Trans>}
        icon={<SearchIcon />}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {entries.length > 0 && list !== undefined && (
        <RowList>
          {entries.map(({ entry, standing }) => (
            <li key={entry.booking}>
              <button
                type="button"
                {...listRowLook()}
                onClick={() =>
                  onFound({ verdict: judgeEntry(entry, gateNow()), method: 'plate', code: null, plate: null })
                }
              >
                <ListRowFace
                  title={<span className={`${styles.mono} ${styles.found}`}>{entry.plate}</span>}
                  detail={format.stay(entry.start, entry.end, { zone: list.park.timezone, now: gate.now })}
                  end={<StandingText standing={standing} />}
                />
              </button>
            </li>
          ))}
        </RowList>
      )}
      {isAsked && entries.length === 0 && (
        <>
          <p role="status">
            <Trans>No car on the list ends in {wanted}.</Trans>
          </p>
          {isPlate(wanted) && (
            <Button
              kind="secondary"
              wide
              onClick={() =>
                onFound({
                  verdict: { kind: 'unknown', reason: 'code' },
                  method: 'plate',
                  code: null,
                  plate: wanted,
                })
              }
            >
              <Trans>{wanted} is the whole plate</Trans>
            </Button>
          )}
        </>
      )}
    </>
  )
}
