// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadClosures, reopenPark } from '../../actions/operator-day.online.ts'
import type { ClosureWire } from '../../contract/operator-closures.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CloseForm } from './close-form.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import styles from './day.module.css'
import page from './operator.module.css'
import { type OwnPark, ParkChoice } from './park-choice.tsx'
import type { SectionProps } from './sections.tsx'

/** Closes a car park now, and reopens it. */
export function ClosuresSection(props: SectionProps) {
  return (
    <ParkChoice {...props} section="closures">
      {(park) => <Closures key={park.code} park={park} />}
    </ParkChoice>
  )
}

function Closures({ park }: { readonly park: OwnPark }) {
  const { t } = useLingui()
  const closures = useLoaded(loadClosures, park.code)
  const [isClosed, setClosed] = useState(false)
  const reopening = useSingleFlight(() => {
    setClosed(false)
    closures.reload()
  })
  const failure = reopening.failure ?? closures.failure
  return (
    <div className={page.columns}>
      <CloseForm
        park={park}
        isClosed={isClosed}
        onClose={() => setClosed(false)}
        onClosed={() => {
          setClosed(true)
          closures.reload()
        }}
      />
      <section className={page.card}>
        <h2>
          <Trans>Closures</Trans>
        </h2>
        {failure !== null && <ConsoleFailure failure={failure} doing={t`Opening the car park`} />}
        {closures.value === null && closures.failure === null && <Skeleton size="card" width="full" />}
        {closures.value?.length === 0 && (
          <p>
            <Trans>This car park was never closed here.</Trans>
          </p>
        )}
        {closures.value?.map((closure) => (
          <Closure
            key={closure.id}
            closure={closure}
            isBusy={reopening.isBusy}
            onReopen={() => void reopening.run(() => reopenPark(park.code, closure.id))}
          />
        ))}
      </section>
    </div>
  )
}

interface ClosureProps {
  readonly closure: ClosureWire
  readonly isBusy: boolean
  readonly onReopen: () => void
}

function Closure({ closure, isBusy, onReopen }: ClosureProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { currency, given_back: count, state } = closure
  const at = (instant: string): string => format.dayTime(mustInstant(instant), { zone: closure.park.timezone, now })
  const states = { ahead: t`Ahead`, running: t`Closed now`, over: t`Over`, reopened: t`Opened again` }
  const refunded = format.money({ amountMinor: closure.refunded, currency })
  return (
    <article className={`${page.rule} ${styles.closure}`}>
      <div>
        <h3>{states[state]}</h3>
        <p>
          {at(closure.from)} – {closure.until === null ? <Trans>until you open it</Trans> : at(closure.until)}
        </p>
        <p className={page.muted}>
          <bdi>{closure.reason[format.language]}</bdi>
        </p>
        <p className={page.muted}>
          <Plural value={count} one={`# booking refunded, ${refunded}`} other={`# bookings refunded, ${refunded}`} />
          {closure.waiting > 0 && (
            <>
              {' · '}
              <Trans>{closure.waiting} on the way</Trans>
            </>
          )}
        </p>
      </div>
      {(state === 'running' || state === 'ahead') && (
        <OnlineButton doing={t`Opening the car park`} kind="secondary" size="small" busy={isBusy} onClick={onReopen}>
          <Trans>Open again</Trans>
        </OnlineButton>
      )}
    </article>
  )
}
