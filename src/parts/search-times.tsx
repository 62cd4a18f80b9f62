// Memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant, type Instant } from '../domain/instant.ts'
import { LENGTHS_MS, stayChoices } from '../domain/stay-choices.ts'
import { localDayNumber, parseLocalInput, toLocalInput } from '../domain/zone.ts'
import { useFormat } from '../i18n/format.ts'
import { checkStay, stayOf, useSearchDraft } from '../stores/search-draft.ts'
import { Button } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { useIsLive } from '../ui/use-is-live.ts'
import { ChoiceText } from './choice-text.tsx'
import { ZoneNote } from './stay-fields.tsx'
import styles from './search-form.module.css'
import { useNow } from './use-now.ts'

const readInput = (text: string, zone: string): number | null => {
  const parsed = parseLocalInput(text, zone)
  return parsed.ok ? parsed.value.instant : null
}

/** From and until of a search. An empty start means now, an empty end the default length. */
export function SearchTimes({ zone }: { readonly zone: string }) {
  const isLive = useIsLive()
  return isLive ? <LiveTimes zone={zone} /> : <TimesToCome />
}

/** A placeholder of the same geometry while the time is not known. */
function TimesToCome() {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <>
      <div className={styles.times} inert>
        <DateTimeField label={t`From`} value="" shown="" isLate readOnly />
        <DateTimeField label={t`Until`} value="" shown="" isLate readOnly />
      </div>
      <ChipRow label={t`How long`} inert>
        {LENGTHS_MS.map((length) => (
          <Chip key={length} on={false} onToggle={doNothing}>
            {format.duration(length)}
          </Chip>
        ))}
      </ChipRow>
    </>
  )
}

const doNothing = () => {}

function LiveTimes({ zone }: { readonly zone: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const draft = useSearchDraft()
  const stay = stayOf(draft, now)
  const checked = checkStay(draft, now)
  const problem = checked.ok ? undefined : checked.error
  const untilMs = problem === 'until_not_after_from' && draft.untilMs !== null ? toInstant(draft.untilMs) : stay.untilMs
  // "Aujourd’hui 14 h 30" does not fit half a phone's width, and a time is never truncated: in French the time alone
  // means today.
  const shown = (at: Instant) =>
    format.language === 'fr' && localDayNumber(at, zone) === localDayNumber(now, zone)
      ? format.time(at, zone)
      : format.dayTime(at, { zone, now })
  const startTime = format.time(stay.fromMs, zone)
  return (
    <>
      <div className={styles.times} data-now>
        <DateTimeField
          isLate
          label={t`From`}
          value={toLocalInput(stay.fromMs, zone)}
          shown={draft.fromMs === null ? <Trans>Now, {startTime}</Trans> : shown(stay.fromMs)}
          error={problem === 'from_is_past' ? <Trans>This time has passed. Choose a later one.</Trans> : undefined}
          onChange={(event) => draft.changeFrom(readInput(event.currentTarget.value, zone), now)}
        />
        <DateTimeField
          isLate
          label={t`Until`}
          value={toLocalInput(untilMs, zone)}
          shown={shown(untilMs)}
          error={problem === 'until_not_after_from' ? <Trans>Choose a time after the start.</Trans> : undefined}
          onChange={(event) => draft.change({ untilMs: readInput(event.currentTarget.value, zone) })}
        />
      </div>
      {problem === 'from_is_past' && (
        <Button kind="secondary" size="small" onClick={() => draft.changeFrom(null, now)}>
          <Trans>Start now</Trans>
        </Button>
      )}
      <ChipRow label={t`How long`}>
        {stayChoices({ from: stay.fromMs, zone }).map((choice) => (
          <Chip
            key={choice.until}
            on={choice.until === stay.untilMs}
            onToggle={() => draft.change({ untilMs: choice.until })}
          >
            <ChoiceText {...{ choice, zone }} from={stay.fromMs} />
          </Chip>
        ))}
      </ChipRow>
      <ZoneNote zone={zone} at={stay.fromMs} />
    </>
  )
}
