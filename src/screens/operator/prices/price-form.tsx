// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type ParkTariff, planPrices } from '../../../actions/operator-tariffs.online.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { TariffProblem } from '../../../domain/tariff-problem.ts'
import { parseLocalInput, toLocalInput } from '../../../domain/zone.ts'
import { useFormat } from '../../../i18n/format.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import { ZoneNote } from '../../../parts/stay-fields.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { useSingleFlight } from '../../../parts/use-single-flight.ts'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { CircleCheckIcon } from '../../../ui/icons-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import { DraftContext } from './draft-fields.tsx'
import type { PriceDraft } from './price-draft.ts'
import type { ReadDraft } from './read-draft.ts'
import styles from '../prices.module.css'
import { PriceProblems } from './price-problems.tsx'
import { StayRuleFields, RuleLists } from './rule-lists.tsx'

/** Null means at once. */
export type Start = Instant | null

export interface Published {
  readonly start: Start
}

interface PriceFormProps {
  readonly park: ParkTariff
  readonly draft: PriceDraft
  readonly read: ReadDraft
  readonly problems: readonly TariffProblem[]
  readonly start: Start
  readonly onStart: (start: Start) => void
  readonly onDraft: (draft: PriceDraft) => void
  readonly onShow: (stay: { readonly from: Instant; readonly until: Instant }) => void
  /** The price list to confirm; null once it was withdrawn or another one is typed. */
  readonly published: Published | null
  readonly onPublished: (published: Published | null) => void
}

const NONE: ReadonlySet<string> = new Set()

/** Focuses the first problem, after the render that shows it. */
function focusTrouble(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-problems]')?.focus())
}

/** The rules of a price list, when it takes effect, and its problems. */
export function PriceForm(props: PriceFormProps) {
  const { park, draft, read, problems, start, onDraft, onShow, published, onPublished } = props
  const { t } = useLingui()
  const now = useNow()
  const [isTried, setTried] = useState(false)
  const publishing = useSingleFlight(() => onPublished({ start }))
  const isPast = start !== null && start <= now
  const change = (next: PriceDraft) => {
    onPublished(null)
    onDraft(next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    onPublished(null)
    if (read.bad.size > 0 || problems.length > 0 || isPast) return focusTrouble(event.currentTarget)
    return void publishing.run(() =>
      planPrices(park.code, { rules: read.rules, currency: park.currency, startsMs: start }),
    )
  }
  return (
    <DraftContext value={{ bad: isTried ? read.bad : NONE, currency: park.currency }}>
      <form className={page.card} onSubmit={submit} noValidate aria-label={t`New prices`}>
        <h2>
          <Trans>New prices</Trans>
        </h2>
        <RuleLists draft={draft} onChange={change} />
        <StayRuleFields draft={draft} onChange={change} />
        <StartFields {...props} isPast={isTried && isPast} />
        {problems.length > 0 && (
          <div className={styles.words} data-problems tabIndex={-1} role="group" aria-label={t`Problems`}>
            <PriceProblems problems={problems} zone={park.zone} currency={park.currency} onShow={onShow} />
          </div>
        )}
        {published !== null && <PublishedNote start={published.start} zone={park.zone} />}
        {publishing.failure !== null && (
          <ConsoleFailure failure={publishing.failure} doing={t`Publishing prices`} hasInput />
        )}
        <OnlineButton
          doing={t`Publishing prices`}
          type="submit"
          wide
          busy={publishing.isBusy}
          busyLabel={<Trans>Sending…</Trans>}
        >
          {start === null ? <Trans>Publish now</Trans> : <Trans>Plan these prices</Trans>}
        </OnlineButton>
        <p className={page.muted}>
          <Trans>Bookings keep their price. A price that a driver has seen holds for a day.</Trans>
        </p>
      </form>
    </DraftContext>
  )
}

function PublishedNote({ start, zone }: { readonly start: Start; readonly zone: string }) {
  const format = useFormat()
  const now = useNow()
  const when = start === null ? '' : format.dayTime(start, { zone, now, inSentence: true })
  return (
    <Note icon={<CircleCheckIcon size={24} />} role="status">
      {start === null ? (
        <Trans>These prices are in force. Drivers see them now.</Trans>
      ) : (
        <Trans>These prices begin {when}.</Trans>
      )}
    </Note>
  )
}

/** Now, or at a time in the car park's time zone. */
function StartFields({ park, start, onStart, isPast }: PriceFormProps & { readonly isPast: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { zone } = park
  const tomorrow = (): Instant => {
    const midnight = parseLocalInput(`${toLocalInput((now + 86_400_000) as Instant, zone).slice(0, 10)}T00:00`, zone)
    return midnight.ok ? midnight.value.instant : now
  }
  const change = (text: string) => {
    const read = parseLocalInput(text, zone)
    if (read.ok) onStart(read.value.instant)
  }
  return (
    <>
      <Segmented
        legend={<Trans>When the prices begin</Trans>}
        value={start === null ? 'now' : 'time'}
        options={[
          { value: 'now', label: <Trans>Now</Trans> },
          { value: 'time', label: <Trans>At a time</Trans> },
        ]}
        onChange={(value) => onStart(value === 'now' ? null : tomorrow())}
      />
      {start !== null && (
        <>
          <DateTimeField
            label={t`Prices begin`}
            value={toLocalInput(start, zone)}
            shown={format.dayTime(start, { zone, now })}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            {...(isPast ? { error: <Trans>Enter a time that is ahead.</Trans> } : {})}
          />
          <ZoneNote zone={zone} at={start} />
        </>
      )}
    </>
  )
}
