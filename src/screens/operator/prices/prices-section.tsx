// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import {
  loadParkTariff,
  loadPlannedTariffs,
  type ParkTariff,
  type PlannedTariff,
  withdrawPrices,
} from '../../../actions/operator-tariffs.online.ts'
import { HOUR_MS, toInstant } from '../../../domain/instant.ts'
import { checkTariff } from '../../../domain/tariff-check.ts'
import { useFormat } from '../../../i18n/format.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import { type Loaded, useLoaded } from '../../../parts/use-loaded.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useSingleFlight } from '../../../parts/use-single-flight.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import { ParkChoice } from '../park-choice.tsx'
import type { SectionProps } from '../sections.tsx'
import { toDraft } from './price-draft.ts'
import { readDraft } from './read-draft.ts'
import { PriceForm, type Published, type Start } from './price-form.tsx'
import { type PreviewedStay, PricePreview } from './price-preview.tsx'
import styles from '../prices.module.css'
import { PriceWords } from './price-words.tsx'

/** The current and planned prices of a car park. */
export function PricesSection(props: SectionProps) {
  return (
    <ParkChoice {...props} section="prices">
      {(park) => <Prices key={park.code} code={park.code} />}
    </ParkChoice>
  )
}

function Prices({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const tariff = useLoaded(loadParkTariff, code)
  const planned = useLoaded(loadPlannedTariffs, code)
  if (tariff.value === null) {
    return tariff.failure === null ? (
      <Skeleton size="card" width="full" />
    ) : (
      <ConsoleFailure failure={tariff.failure} doing={t`Showing prices`} />
    )
  }
  const reload = () => {
    tariff.reload()
    planned.reload()
  }
  return <Editor park={tariff.value} planned={planned} onPublished={reload} />
}

interface EditorProps {
  readonly park: ParkTariff
  readonly planned: Loaded<readonly PlannedTariff[]>
  readonly onPublished: () => void
}

/** Checks and prices the draft on the phone as it is typed. */
function Editor({ park, planned, onPublished }: EditorProps) {
  const now = useNow()
  const [published, setPublished] = useState<Published | null>(null)
  const [openedMs] = useState(now)
  const [draft, setDraft] = useState(() => toDraft(park.tariff, park.currency))
  const [start, setStart] = useState<Start>(null)
  const [stay, setStay] = useState<PreviewedStay>(() => {
    const from = toInstant(Math.ceil(now / HOUR_MS) * HOUR_MS)
    return { from, until: toInstant(from + 2 * HOUR_MS), vehicleTypeId: 1 }
  })
  // Deferred, so that a keystroke renders before a long price list is checked.
  const settled = useDeferredValue(draft)
  const { read, tariff, problems } = useMemo(() => {
    const typed = readDraft(settled, park.currency)
    const next = { ...park.tariff, ...typed.rules, demo: false }
    const asked = { tariff: next, taxes: park.taxes, zone: park.zone, hours: park.hours, before: park }
    const found = typed.bad.size > 0 ? [] : checkTariff({ ...asked, startsMs: start ?? openedMs })
    return { read: typed, tariff: next, problems: found }
  }, [settled, park, start, openedMs])
  const { zone, currency, taxes } = park
  return (
    <div className={page.columns}>
      <div className={styles.side}>
        <section className={page.card}>
          <h2>
            <Trans>Prices in force</Trans>
          </h2>
          <PriceWords rules={park.tariff} taxes={taxes} zone={zone} currency={currency} />
        </section>
        <PriceForm
          {...{ park, draft, read, problems, start, published }}
          onPublished={(next) => {
            setPublished(next)
            if (next !== null) onPublished()
          }}
          onDraft={setDraft}
          onStart={setStart}
          onShow={(shown) => setStay({ ...stay, ...shown })}
        />
      </div>
      <div className={`${styles.side} ${styles.beside}`}>
        <PricePreview park={park} tariff={tariff} stay={stay} onChange={setStay} />
        <PlannedList park={park} planned={planned} onWithdrawn={() => setPublished(null)} />
      </div>
    </div>
  )
}

interface PlannedListProps extends Pick<EditorProps, 'park' | 'planned'> {
  readonly onWithdrawn: () => void
}

/** Price lists set here; those not yet in effect can be withdrawn. */
function PlannedList({ park, planned, onWithdrawn }: PlannedListProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const withdrawal = useSingleFlight(() => {
    onWithdrawn()
    planned.reload()
  })
  const failure = withdrawal.failure ?? planned.failure
  const states = { planned: t`Planned`, in_force: t`In force`, replaced: t`Replaced`, withdrawn: t`Withdrawn` }
  if (planned.value === null && failure === null) return <Skeleton size="card" width="full" />
  return (
    <section className={page.card}>
      <h2>
        <Trans>Planned and past prices</Trans>
      </h2>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Withdrawing prices`} />}
      {planned.value?.length === 0 && (
        <p>
          <Trans>You have set no prices here yet.</Trans>
        </p>
      )}
      {planned.value?.map(({ id, state, startsMs, rules }) => (
        <article key={id} className={page.rule}>
          <div>
            <h3>
              {states[state]}, {format.dayTime(startsMs, { zone: park.zone, now })}
            </h3>
            <details>
              <summary>
                <Trans>Show the prices</Trans>
              </summary>
              <PriceWords rules={rules} taxes={[]} zone={park.zone} currency={park.currency} />
            </details>
          </div>
          {state === 'planned' && (
            <OnlineButton
              doing={t`Withdrawing prices`}
              kind="secondary"
              size="small"
              busy={withdrawal.isBusy}
              onClick={() => void withdrawal.run(() => withdrawPrices(park.code, id))}
            >
              <Trans>Withdraw</Trans>
            </OnlineButton>
          )}
        </article>
      ))}
    </section>
  )
}
