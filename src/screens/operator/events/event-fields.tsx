// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { makeAccessCode } from '../../../actions/operator-events.online.ts'
import { CURRENCY_EXPONENT } from '../../../domain/money.ts'
import { useFormat } from '../../../i18n/format.ts'
import { toAmountText } from '../../../parts/read-amount.ts'
import { FieldPair } from '../../../ui/field-box.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import page from '../operator.module.css'
import type { OwnPark } from '../park-choice.tsx'
import { CODE_MAX, currencyOf, type EventProblem, type EventProblems, heldName, priceName } from './read-event-form.ts'

export function EventProblemText({ problem }: { readonly problem: EventProblem }) {
  const texts: Readonly<Record<EventProblem, React.JSX.Element>> = {
    required: <Trans>This field is required!</Trans>,
    too_long: <Trans>This text is too long.</Trans>,
    time: <Trans>Enter a time.</Trans>,
    times: <Trans>Parking must begin before the event and end after it.</Trans>,
    end: <Trans>The event must end after it begins.</Trans>,
    ahead: <Trans>Enter a time that is ahead.</Trans>,
    position: <Trans>Enter a position, such as 43.6452, -79.3806, or leave it empty.</Trans>,
    code: <Trans>Enter at least 6 letters and digits.</Trans>,
    whole: <Trans>Enter a whole number.</Trans>,
    price: <Trans>Enter a price, 0 if it is free.</Trans>,
    park: <Trans>Choose a car park.</Trans>,
    countries: <Trans>Choose car parks of one country.</Trans>,
  }
  return texts[problem]
}

/** Returns the text for a field's `error`. */
export const problemOf = (problems: EventProblems, name: string): React.JSX.Element | undefined => {
  const problem = problems[name]
  return problem === undefined ? undefined : <EventProblemText problem={problem} />
}

interface FactFieldsProps {
  readonly problems: EventProblems
  readonly first?: { readonly name: string; readonly venue: string; readonly city: string | null }
}

/** Name and place of the event. */
export function EventFactFields({ problems, first }: FactFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Name of the event`}
        name="name"
        autoComplete="off"
        defaultValue={first?.name}
        error={problemOf(problems, 'name')}
      />
      <FieldPair>
        <TextField
          label={t`Venue`}
          name="venue"
          autoComplete="off"
          defaultValue={first?.venue}
          error={problemOf(problems, 'venue')}
        />
        <TextField
          label={t`City`}
          name="city"
          autoComplete="off"
          defaultValue={first?.city ?? ''}
          error={problemOf(problems, 'city')}
        />
      </FieldPair>
    </>
  )
}

export interface KeptNow {
  readonly held: number
  /** Minor units. */
  readonly price: number
  readonly sold: number
}

interface ParkFieldsProps {
  readonly parks: readonly OwnPark[]
  readonly chosen: readonly string[]
  readonly onChange: (codes: readonly string[]) => void
  /** By code: car parks that already hold spaces and cannot be removed. */
  readonly kept?: ReadonlyMap<string, KeptNow>
  readonly problems: EventProblems
}

/** Which car parks hold how many spaces, and the price of one. */
export function EventParkFields({ parks, chosen, onChange, kept, problems }: ParkFieldsProps) {
  const isFixed = (code: string): boolean => parks.length === 1 || kept?.has(code) === true
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  return (
    <fieldset className={page.group}>
      <legend>
        <Trans>Car parks that keep spaces</Trans>
      </legend>
      {parks.map((park) => (
        <div key={park.code} className={page.fields}>
          {isFixed(park.code) ? (
            <p>
              <bdi>{park.name}</bdi>
            </p>
          ) : (
            <label className={page.check}>
              <input type="checkbox" checked={chosen.includes(park.code)} onChange={() => toggle(park.code)} />
              <bdi>{park.name}</bdi>
            </label>
          )}
          {chosen.includes(park.code) && (
            <KeptFields code={park.code} kept={kept?.get(park.code)} problems={problems} />
          )}
        </div>
      ))}
      {problems.parks !== undefined && (
        <p className={page.bad} role="alert">
          <EventProblemText problem={problems.parks} />
        </p>
      )}
    </fieldset>
  )
}

interface KeptFieldsProps {
  readonly code: string
  readonly kept: KeptNow | undefined
  readonly problems: EventProblems
}

function KeptFields({ code, kept, problems }: KeptFieldsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const currency = currencyOf(code)
  const symbol = format.symbol(currency)
  const input = { autoComplete: 'off', maxLength: 16 } as const
  const sold = kept === undefined ? '' : format.number(kept.sold)
  return (
    <FieldPair>
      <TextField
        label={t`Spaces kept`}
        name={heldName(code)}
        inputMode="numeric"
        {...input}
        defaultValue={kept?.held ?? ''}
        hint={kept === undefined ? undefined : <Trans>Booked: {sold}</Trans>}
        error={problemOf(problems, heldName(code))}
      />
      <TextField
        label={t`Price, ${symbol}`}
        name={priceName(code)}
        inputMode="decimal"
        {...input}
        defaultValue={kept === undefined ? '' : toAmountText(kept.price, CURRENCY_EXPONENT[currency])}
        error={problemOf(problems, priceName(code))}
      />
    </FieldPair>
  )
}

/** Prefilled with a code that cannot be guessed. */
export function AccessCodeField({ problems }: { readonly problems: EventProblems }) {
  const { t } = useLingui()
  const [made] = useState(makeAccessCode)
  return (
    <TextField
      label={t`Access code`}
      name="access_code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      maxLength={CODE_MAX}
      defaultValue={made}
      hint={<Trans>Whoever has it may book. It isn’t shown again later.</Trans>}
      error={problemOf(problems, 'access_code')}
    />
  )
}
