// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { aboutOf, closePark, loadEffect } from '../../actions/operator-day.online.ts'
import type { ClosureEffect } from '../../contract/operator-closures.ts'
import { HOUR_MS, type Instant, toInstant, toRfc3339 } from '../../domain/instant.ts'
import { parseLocalInput } from '../../domain/zone.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { plainTextOf, rawTextOf } from '../../parts/field-checks.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { CircleCheckIcon, OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'
import type { OwnPark } from './park-choice.tsx'

type HowLong = 'hour' | 'time' | 'open'
type Problems = Partial<Record<'until' | 'reason_en' | 'reason_fr', true>>

const MAX_REASON = 200

interface CloseFormProps {
  readonly park: OwnPark
  /** Closed here and not opened again since. */
  readonly isClosed: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

/** Returns the entered end, null for "until reopened"; returns undefined when it is empty or in the past. */
function endOf(
  form: FormData,
  { how, zone, now }: { how: HowLong; zone: string; now: Instant },
): Instant | null | undefined {
  if (how === 'open') return null
  if (how === 'hour') return toInstant(now + HOUR_MS)
  const read = parseLocalInput(rawTextOf(form, 'until'), zone)
  return read.ok && read.value.instant > now ? read.value.instant : undefined
}

/** "Close this car park now": shows the effect above the button. */
export function CloseForm({ park, isClosed, onClose, onClosed }: CloseFormProps) {
  const { t } = useLingui()
  const now = useNow()
  const [how, setHow] = useState<HowLong>('open')
  const effect = useLoaded(loadEffect, aboutOf(park.code, how === 'hour' ? toRfc3339(toInstant(now + HOUR_MS)) : ''))
  const zone = effect.value?.timezone ?? phoneZone()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): Problems => ({
      ...(endOf(form, { how, zone, now }) === undefined ? { until: true } : {}),
      ...(plainTextOf(form, 'reason_en') === '' ? { reason_en: true } : {}),
      ...(plainTextOf(form, 'reason_fr') === '' ? { reason_fr: true } : {}),
    }),
    send: (form) => {
      onClose()
      const end = endOf(form, { how, zone, now }) ?? null
      const reason = { en: plainTextOf(form, 'reason_en'), fr: plainTextOf(form, 'reason_fr') }
      return closePark(park.code, { until: end === null ? null : toRfc3339(end), reason })
    },
    onDone: () => {
      onClosed()
      effect.reload()
    },
  })
  return (
    <form className={`${page.card} ${parts.form}`} onSubmit={onSubmit} noValidate>
      <h2>
        <Trans>Close this car park now</Trans>
      </h2>
      <EffectText effect={effect.value} isOpenEnded={how !== 'hour'} />
      <Segmented
        legend={<Trans>How long</Trans>}
        value={how}
        options={[
          { value: 'hour', label: <Trans>1 hour</Trans> },
          { value: 'time', label: <Trans>Until a time</Trans> },
          { value: 'open', label: <Trans>Until I open it</Trans> },
        ]}
        onChange={setHow}
      />
      {how === 'time' && (
        <TextField
          label={t`Closed until`}
          name="until"
          type="datetime-local"
          error={problems.until && <Trans>Enter a time that is ahead.</Trans>}
        />
      )}
      <TextField
        label={t`Reason in English, as drivers read it`}
        name="reason_en"
        lang="en"
        maxLength={MAX_REASON}
        error={problems.reason_en && <Trans>Enter the reason.</Trans>}
      />
      <TextField
        label={t`Reason in French`}
        name="reason_fr"
        lang="fr"
        maxLength={MAX_REASON}
        error={problems.reason_fr && <Trans>Enter the reason.</Trans>}
      />
      {isClosed && (
        <Note icon={<CircleCheckIcon size={24} />} role="status">
          <Trans>The car park is closed. Drivers are being told.</Trans>
        </Note>
      )}
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Closing the car park`} hasInput />}
      <OnlineButton
        doing={t`Closing the car park`}
        type="submit"
        kind="danger"
        wide
        icon={<OctagonCrossIcon />}
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
      >
        <Trans>Close now</Trans>
      </OnlineButton>
    </form>
  )
}

interface EffectTextProps {
  readonly effect: ClosureEffect | null
  readonly isOpenEnded: boolean
}

function EffectText({ effect, isOpenEnded }: EffectTextProps) {
  const { money } = useFormat()
  if (effect === null) return null
  const { inside, given_back: booked } = effect
  const refund = money({ amountMinor: effect.refund, currency: effect.currency })
  return (
    <p>
      <Trans>Nobody new can book.</Trans>{' '}
      {inside > 0 && <Plural value={inside} one="# car inside may leave." other="# cars inside may leave." />}{' '}
      {booked === 0 ? (
        <Trans>No booking is affected.</Trans>
      ) : (
        <Plural
          value={booked}
          one={`# driver who booked is told and gets ${refund} back.`}
          other={`# drivers who booked are told and get ${refund} back.`}
        />
      )}{' '}
      {isOpenEnded && booked > 0 && <Trans>With an earlier end it may be fewer.</Trans>}
    </p>
  )
}
