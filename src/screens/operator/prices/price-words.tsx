// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { withoutOverlaps } from '../../../domain/tariff-overlaps.ts'
import { taxName } from '../../../domain/tax-name.ts'
import type { Cap, DailyWindow, OwnRules, Package, RateWindow, Tax } from '../../../domain/tariff-types.ts'
import { useFormat } from '../../../i18n/format.ts'
import { unreachable } from '../../../lib/assert.ts'
import { type HoursPlace, useHoursText } from '../../../parts/monthly-when.tsx'
import { useVehicleTypeName } from '../../../parts/use-vehicle-type-name.ts'
import { VEHICLES } from './price-draft.ts'
import styles from '../prices.module.css'

interface Told {
  readonly zone: string
  readonly currency: Currency
}

const MINUTE_MS = 60_000
const IN_SENTENCE: HoursPlace = { inSentence: true }
/** Minutes. */
const HOUR = 60

/** Formats hours, amounts and durations for one car park. */
function usePlaceText({ zone, currency }: Told) {
  const format = useFormat()
  const hoursText = useHoursText()
  return {
    money: (amountMinor: number): string => format.money({ amountMinor, currency }),
    hours: ({ days, fromMinute, toMinute }: DailyWindow, place?: HoursPlace): string =>
      hoursText({ days, from_minute: fromMinute, to_minute: toMinute % 1_440 }, zone, place),
    lasting: (minutes: number): string => format.duration(minutes * MINUTE_MS),
    clock: (minute: number): string => format.minuteOfDay(minute % 1_440, currency === 'USD'),
  }
}

function WindowText({ window, unitMinutes, ...told }: Told & { window: RateWindow; unitMinutes: number }) {
  const { hours, money, lasting } = usePlaceText(told)
  const { price } = window
  const when = <strong>{hours(window)}</strong>
  if (price.kind === 'free') return <Trans>{when}: free</Trans>
  if (price.kind === 'flat') {
    const amount = money(price.amountMinor)
    return (
      <Trans>
        {when}: {amount} flat
      </Trans>
    )
  }
  const [first, ...later] = price.tiers
  const [amount, unit] = [money(first?.unitPriceMinor ?? 0), lasting(unitMinutes)]
  const most = price.maximumMinor === undefined ? null : money(price.maximumMinor)
  return (
    <>
      {unitMinutes === HOUR ? (
        <Trans>
          {when}: {amount} per hour
        </Trans>
      ) : (
        <Trans>
          {when}: {amount} per {unit}
        </Trans>
      )}
      {later.map(({ fromUnit, unitPriceMinor }) => {
        const [after, then] = [lasting((fromUnit - 1) * unitMinutes), money(unitPriceMinor)]
        return (
          <span key={fromUnit}>
            ,{' '}
            <Trans>
              then {then} after {after}
            </Trans>
          </span>
        )
      })}
      {most !== null && (
        <>
          , <Trans>at most {most}</Trans>
        </>
      )}
    </>
  )
}

function CapText({ cap, ...told }: Told & { readonly cap: Cap }) {
  const { hours, money } = usePlaceText(told)
  const amount = money(cap.amountMinor)
  if (cap.kind === 'rolling') {
    return <Plural value={cap.hours} one={`Maximum for # hour: ${amount}`} other={`Maximum for # hours: ${amount}`} />
  }
  const { days = [0, 1, 2, 3, 4, 5, 6], startsAtMinute } = cap
  const day = hours({ days, fromMinute: startsAtMinute, toMinute: startsAtMinute }, IN_SENTENCE)
  return (
    <Trans>
      Day maximum {amount}: {day}
    </Trans>
  )
}

function PackageText({ one, ...told }: Told & { readonly one: Package }) {
  const { hours, money, clock } = usePlaceText(told)
  const amount = money(one.amountMinor)
  switch (one.kind) {
    case 'early_bird': {
      const [enter, leave] = [hours(one.entry, IN_SENTENCE), hours(one.exit, IN_SENTENCE)]
      return (
        <Trans>
          Early bird {amount}: in {enter}, out {leave}
        </Trans>
      )
    }
    case 'night': {
      const [enter, leave] = [hours(one.entry, IN_SENTENCE), clock(one.exitByMinute)]
      return (
        <Trans>
          Night {amount}: in {enter}, out by {leave}
        </Trans>
      )
    }
    case 'evening': {
      const when = hours(one.window, IN_SENTENCE)
      return (
        <Trans>
          Evening {amount}: {when}
        </Trans>
      )
    }
    case 'weekend': {
      const when = hours(one.window, IN_SENTENCE)
      return (
        <Trans>
          Weekend {amount}: {when}
        </Trans>
      )
    }
    case 'monthly':
      return <Plural value={one.days} one={`${amount} for # day`} other={`${amount} for # days`} />
    default:
      return unreachable(one)
  }
}

/** Rules that apply at all hours. */
function useBoundTexts({ rules, ...told }: Told & { readonly rules: OwnRules }): readonly string[] {
  const { t } = useLingui()
  const format = useFormat()
  const { lasting } = usePlaceText(told)
  const vehicleName = useVehicleTypeName()
  const { freeFirstMinutes: free, minimumStayMinutes: least, maximumStayMinutes: most, reentryMinutes } = rules
  const [first, shortest, longest, back] = [lasting(free), lasting(least), lasting(most ?? 0), lasting(reentryMinutes)]
  const vehicles = VEHICLES.flatMap((type) => {
    const percent = rules.vehiclePercent[type]
    if (percent === undefined || percent === 100) return []
    const [name, share] = [vehicleName(type), format.number(percent)]
    return [t`${name}: ${share}%`]
  })
  return [
    ...(free > 0 ? [t`First ${first} free`] : []),
    ...(least > 0 ? [t`Shortest stay: ${shortest}`] : []),
    ...(most === null ? [] : [t`Longest stay: ${longest}`]),
    ...(reentryMinutes > 0 ? [t`Back within ${back}: the same stay`] : []),
    ...vehicles,
  ]
}

/** The country's taxes: shown, but not editable. */
function TaxText({ tax, money }: { readonly tax: Tax; readonly money: (amountMinor: number) => string }) {
  const { t } = useLingui()
  const format = useFormat()
  const name = taxName(tax, format.language)
  const share = format.number(tax.value / 1_000)
  const value = tax.kind === 'flat' ? money(tax.value) : t`${share}%`
  return tax.included ? (
    <Trans>
      {name} {value}, included
    </Trans>
  ) : (
    <Trans>
      {name} {value}, added
    </Trans>
  )
}

interface PriceWordsProps extends Told {
  readonly rules: OwnRules
  readonly taxes: readonly Tax[]
}

/** A price list in words, as on a sign. */
export function PriceWords({ rules, taxes, ...told }: PriceWordsProps) {
  const { money } = usePlaceText(told)
  const bounds = useBoundTexts({ rules, ...told })
  const lines: readonly ReactNode[] = [
    ...withoutOverlaps(rules.windows).map((window) => (
      <WindowText key={0} window={window} unitMinutes={rules.unitMinutes} {...told} />
    )),
    ...rules.caps.map((cap) => <CapText key={0} cap={cap} {...told} />),
    ...rules.packages.map((one) => <PackageText key={0} one={one} {...told} />),
    ...bounds,
    ...taxes.map((tax) => <TaxText key={0} tax={tax} money={money} />),
  ]
  if (rules.windows.length === 0) {
    return (
      <p>
        <Trans>No prices yet: this car park can’t be booked.</Trans>
      </p>
    )
  }
  return (
    <ul className={styles.words}>
      {lines.map((line, index) => (
        // Lines of a list are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
