import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { selectAttendantPark } from '../../actions/attendant.online.ts'
import type { Direction } from '../../domain/check-in.ts'
import { countInside } from '../../domain/gate-log.ts'
import { type Instant, MINUTE_MS, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { systemClock } from '../../lib/clock.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { believedNow } from '../../domain/gate-car.ts'
import { judgeScan } from '../../domain/verdict.ts'
import { useNow } from '../../parts/use-now.ts'
import { useWakeLock } from '../../parts/use-wake-lock.ts'
import { useConnection } from '../../queries/use-connection.ts'
import type { GateState } from '../../queries/use-gate.ts'
import { createRepeats } from '../../scan/duplicate-filter.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Strip } from '../../ui/strip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './check.module.css'
import { FindCar, NO_MISSES } from './find-car.tsx'
import { GateLog } from './gate-log.tsx'
import { ListAge } from './list-age.tsx'
import { PassScanner } from './pass-scanner.tsx'
import { logOf, OLD_LIST_MS, parkOf, toGate } from './to-gate-context.ts'
import { ReportedProblems } from './reported-problems.tsx'
import { UnpairButton } from './unpair-button.tsx'
import { useAttendantSync } from './use-attendant-sync.ts'
import { useCamera } from '../../parts/scanner/use-camera.ts'
import { useFindMethod } from './use-find-method.ts'
import { useKeyring } from './use-keyring.ts'
import { type Found, VerdictView } from './verdict-view.tsx'

/** The result, and the gate's time at which it was found. */
interface Shown {
  readonly found: Found
  readonly at: Instant
}

const now = (): Instant => toInstant(systemClock.now())

/** A paired phone at its gate: find a booking, see the verdict, decide, next car. */
export function GateDesk({ state }: { readonly state: GateState }) {
  const { isBusy, failure, listRefused, sync } = useAttendantSync(state.log)
  const [direction, setDirection] = useState<Direction>('in')
  const [misses, setMisses] = useState(NO_MISSES)
  const [shown, setShown] = useState<Shown | null>(null)
  const [method, setMethod] = useFindMethod()
  const [repeats] = useState(createRepeats)
  const camera = useCamera(method === 'camera')
  const keys = useKeyring()
  useWakeLock()
  const list = state.saved?.list
  const gateNow = () => toGate(state, { direction, now: now(), keys: keys ?? new Map() })
  const show = (found: Found) => setShown({ found, at: believedNow(gateNow()) })
  const judge = async (text: string) => {
    show({ verdict: await judgeScan(text, gateNow()), method: 'scan', code: null, plate: null })
  }

  if (shown !== null) {
    return (
      <VerdictView
        found={shown.found}
        direction={direction}
        park={{
          code: state.device.parkCode,
          zone: list?.park.timezone ?? phoneZone(),
          listIssuedAt: list?.issuedAt ?? null,
          all: state.device.parks,
        }}
        now={shown.at}
        strip={<GateStrip state={state} />}
        onClose={() => {
          setShown(null)
          sync()
        }}
      />
    )
  }
  return (
    <>
      <GateStrip state={state} />
      <div className={styles.column}>
        <ParkHead state={state} />
        <DirectionChoice direction={direction} onChange={setDirection} />
        <FindCar
          method={method}
          onMethod={setMethod}
          scanner={
            <PassScanner
              source={camera}
              repeats={repeats}
              isReady={keys !== null}
              onPass={(text) => void judge(text)}
            />
          }
          gateNow={gateNow}
          misses={misses}
          onMisses={setMisses}
          onFound={show}
        />
        <InsideCount state={state} />
        <ReportedProblems list={list} />
        <ListAge state={state} sync={{ isBusy, failure, listRefused, sync }} />
        <GateLog state={state} />
        <UnpairButton state={state} />
      </div>
    </>
  )
}

function DirectionChoice(props: { readonly direction: Direction; readonly onChange: (next: Direction) => void }) {
  return (
    <Segmented
      legend={<Trans>The car is</Trans>}
      value={props.direction}
      options={[
        { value: 'in', label: <Trans>Coming in</Trans> },
        { value: 'out', label: <Trans>Going out</Trans> },
      ]}
      onChange={props.onChange}
    />
  )
}

function ParkHead({ state }: { readonly state: GateState }) {
  const { parks, parkCode } = state.device
  const name = <h1 tabIndex={-1}>{parkOf(state).name}</h1>
  const isChoice = parks.length > 1
  return (
    <div className={styles.form}>
      {/* The car park field shows the name already, and the light must fit on the first screen. */}
      {isChoice ? <VisuallyHidden as="div">{name}</VisuallyHidden> : name}
      {isChoice && (
        <SelectField
          label={<Trans>Car park</Trans>}
          value={parkCode}
          onChange={(event) => void selectAttendantPark(event.target.value)}
        >
          {parks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

function InsideCount({ state }: { readonly state: GateState }) {
  const format = useFormat()
  const list = state.saved?.list
  const inside = countInside(list, logOf(state))
  const counted = list?.park.capacity ?? null
  const capacity = counted === null ? null : format.number(counted)
  return (
    <p className={styles.inside}>
      <Plural value={inside} one="# car inside" other="# cars inside" />
      {capacity !== null && (
        <span className={styles.quiet}>
          <Trans>of {capacity}</Trans>
        </span>
      )}
    </p>
  )
}

/** Which gate, and how old its data is; also shown above the verdict. */
function GateStrip({ state }: { readonly state: GateState }): ReactNode {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { state: reach } = useConnection()
  const { name } = parkOf(state)
  const list = state.saved?.list
  const time = list === undefined ? '' : format.time(list.issuedAt, list.park.timezone)
  const ageMs = list === undefined ? 0 : now - list.issuedAt
  const age = format.duration(ageMs)
  // While the list is fresh, showing only its time leaves room for the car park's name.
  const words = list === undefined ? t`no list yet` : ageMs < MINUTE_MS ? t`list ${time}` : t`list ${time}, ${age} old`
  const isOld = ageMs > OLD_LIST_MS
  const known = list === undefined ? 'starting' : isOld ? 'slow' : 'fresh'
  return (
    <Strip state={reach === 'offline' ? 'offline' : known}>
      <span className={styles.stripName}>{name}</span>
      <span>{words}</span>
    </Strip>
  )
}
