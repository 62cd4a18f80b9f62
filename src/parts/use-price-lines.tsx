import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Currency } from '../domain/money.ts'
import type { QuoteLine } from '../domain/tariff.ts'
import { taxName } from '../domain/tax-name.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import type { PriceLine } from '../ui/price-lines.tsx'

const HALF_HOUR = 30
const HOUR = 60

/** The label of one price line. */
function LineLabel({ line, currency }: { readonly line: QuoteLine; readonly currency: Currency }): ReactNode {
  const format = useFormat()
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  // Only car parks in the United States charge US dollars.
  const clock = (minuteOfDay: number) => format.minuteOfDay(minuteOfDay, currency === 'USD')
  switch (line.kind) {
    case 'units':
      return <UnitsLabel line={line} price={money(line.unitPriceMinor)} />
    case 'flat':
      return (
        <Trans>
          Flat rate, {clock(line.fromMinute)} to {clock(line.toMinute)}
        </Trans>
      )
    case 'free':
      return <Trans>Free, {format.duration(line.minutes * 60_000)}</Trans>
    case 'maximum':
      return (
        <Trans>
          Maximum, {clock(line.fromMinute)} to {clock(line.toMinute)}
        </Trans>
      )
    case 'cap':
      return line.cap === 'day' ? (
        <Trans>Day maximum</Trans>
      ) : (
        <Plural value={line.hours} one="Maximum for # hour" other="Maximum for # hours" />
      )
    case 'package':
      return <PackageLabel name={line.package} />
    case 'continued':
      return <Trans>Continues another stay</Trans>
    case 'vehicle':
      return <Trans>Vehicle type, {format.number(line.percent)}%</Trans>
    case 'plan':
      return <>{line.names[format.language]}</>
    case 'coupon':
      return <Trans>Coupon {line.code}</Trans>
    case 'fee':
      return <Trans>Service fee</Trans>
    case 'tax':
      return <TaxLabel line={line} />
    default:
      return unreachable(line)
  }
}

function TaxLabel({ line }: { readonly line: Extract<QuoteLine, { kind: 'tax' }> }) {
  const name = taxName(line, useFormat().language)
  return line.included ? <Trans>{name} included</Trans> : <>{name}</>
}

function UnitsLabel({ line, price }: { readonly line: Extract<QuoteLine, { kind: 'units' }>; readonly price: string }) {
  const { units, unitMinutes } = line
  if (unitMinutes === HALF_HOUR)
    return <Plural value={units} one={`# half hour × ${price}`} other={`# half hours × ${price}`} />
  if (unitMinutes === HOUR) return <Plural value={units} one={`# hour × ${price}`} other={`# hours × ${price}`} />
  return (
    <Trans>
      {units} × {unitMinutes} min × {price}
    </Trans>
  )
}

function PackageLabel({ name }: { readonly name: Extract<QuoteLine, { kind: 'package' }>['package'] }) {
  switch (name) {
    case 'early_bird':
      return <Trans>Early bird price</Trans>
    case 'night':
      return <Trans>Night price</Trans>
    case 'evening':
      return <Trans>Evening price</Trans>
    case 'weekend':
      return <Trans>Weekend price</Trans>
    case 'monthly':
      return <Trans>Monthly price</Trans>
    case 'event':
      return <Trans>Event price</Trans>
    default:
      return unreachable(name)
  }
}

export interface PricedStay {
  readonly lines: readonly QuoteLine[]
  readonly totalMinor: number
  readonly currency: Currency
}

/** Returns a price as rows: charges, reductions in green, then the total with the tax it includes. */
export function usePriceLines({ lines, totalMinor, currency }: PricedStay): readonly PriceLine[] {
  const { t } = useLingui()
  const format = useFormat()
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  const added = lines.filter((line) => !(line.kind === 'tax' && line.included))
  const included = lines.flatMap((line) =>
    line.kind === 'tax' && line.included ? [`${taxName(line, format.language)} ${money(line.amountMinor)}`] : [],
  )
  const taxes = included.join(', ')
  return [
    ...added.map((line, index): PriceLine => ({
      key: `${line.kind} ${index}`,
      label: <LineLabel line={line} currency={currency} />,
      amount: money(line.amountMinor),
      ...(line.amountMinor < 0 ? { tone: 'good' } : {}),
    })),
    {
      key: 'total',
      tone: 'total',
      label:
        included.length === 0 ? (
          <strong>{t`Total`}</strong>
        ) : (
          <Trans>
            <strong>Total</strong>, {taxes} included
          </Trans>
        ),
      amount: money(totalMinor),
    },
  ]
}
