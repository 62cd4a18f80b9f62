// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ParkFacts } from '../../contract/operator-parks.ts'
import type { ParkProblem } from './read-park-form.ts'

/** `<option>`s of every kind of car park. */
export function KindOptions() {
  const { t } = useLingui()
  const names: Readonly<Record<ParkFacts['kind'], string>> = {
    lot: t`Open car park`,
    garage: t`Garage`,
    street: t`Street parking`,
    airport: t`Airport parking`,
    station: t`Station parking`,
    stadium: t`Stadium parking`,
    unknown: t`Not known`,
  }
  return Object.entries(names).map(([kind, name]) => (
    <option key={kind} value={kind}>
      {name}
    </option>
  ))
}

interface ParkProblemTextProps {
  readonly problem: ParkProblem
  readonly promised: number
}

export function ParkProblemText({ problem, promised }: ParkProblemTextProps) {
  const texts: Readonly<Record<ParkProblem, React.JSX.Element>> = {
    required: <Trans>Enter a name.</Trans>,
    too_long: <Trans>This text is too long.</Trans>,
    whole: <Trans>Enter a whole number.</Trans>,
    promised: <Trans>More spaces than this are booked: {promised}.</Trans>,
    accessible: <Trans>There are more accessible spaces than spaces.</Trans>,
    height: <Trans>Enter metres from 1 to 20, or leave it empty.</Trans>,
    degrees: <Trans>Enter degrees, such as 43.6452 or -79.3806.</Trans>,
    exchanged: <Trans>Latitude and longitude seem to be the wrong way round.</Trans>,
    abroad: <Trans>This place is in none of our countries.</Trans>,
    power: <Trans>Enter kilowatts from 0.5 to 1000, or leave it empty.</Trans>,
    price: <Trans>Enter a price, 0 if it is free, or leave it empty.</Trans>,
    twice: <Trans>This connector with this power is there already. Count them together.</Trans>,
    tax_number: <Trans>Enter letters and digits, or leave it empty.</Trans>,
    hours: <Trans>Enter both times of every day that is open.</Trans>,
  }
  return texts[problem]
}
