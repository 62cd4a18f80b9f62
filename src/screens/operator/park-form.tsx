// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { findOtherFacts, findUnpriced } from '../../actions/operator-parks.online.ts'
import type { OperatorParkWire } from '../../contract/operator-parks.ts'
import { COUNTRIES, type CountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Result } from '../../lib/result.ts'
import { InputKept } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSubmit } from '../../parts/use-submit.ts'
import { FieldPair } from '../../ui/field-box.tsx'
import { CircleCheckIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'
import { UnpricedHours } from './unpriced-hours.tsx'
import { ParkChargers } from './park-chargers.tsx'
import { ParkHours } from './park-hours.tsx'
import { KindOptions, ParkProblemText } from './park-words.tsx'
import { ParkPolicy } from './park-policy.tsx'
import { ParkPosition } from './park-position.tsx'
import { ParkTaxes } from './park-taxes.tsx'
import {
  checkPark,
  type ParkField,
  type ParkProblems,
  readPark,
  type FormFacts,
  readCountry,
} from './read-park-form.ts'

export interface SentPark {
  readonly facts: FormFacts
  readonly country: OperatorParkWire['country_code']
  /** Revision of the park when it was loaded. */
  readonly revision: number
}

interface ParkFormProps {
  /** Null for a new car park. */
  readonly park: OperatorParkWire | null
  readonly send: (sent: SentPark) => Promise<Result<OperatorParkWire, ActionError>>
  readonly onDone: (park: OperatorParkWire) => void
  /** Only owners decide which taxes are charged. */
  readonly isOwner?: boolean
}

/** The facts of a car park. A failure does not clear the input. */
export function ParkForm({ park, send, onDone, isOwner = false }: ParkFormProps) {
  const { t } = useLingui()
  // Initial field values, fixed so that a later answer does not overwrite what is being typed.
  const [first] = useState(park)
  const [seen, setSeen] = useState({ revision: park?.revision ?? 0, promised: park?.promised ?? 0 })
  const [isSaved, setSaved] = useState(false)
  const doing = park === null ? t`Adding the car park` : t`Saving`
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): ParkProblems => checkPark(form, seen.promised),
    send: async (form) => {
      const country = first?.country_code ?? readCountry(form)
      const answer = await send({ facts: readPark(form), country, revision: seen.revision })
      // The conflicting values are displayed, so saving again overrides them knowingly.
      if (!answer.ok) setSeen(findOtherFacts(answer.error) ?? seen)
      return answer
    },
    onDone: (answer) => {
      setSeen(answer)
      setSaved(true)
      onDone(answer)
    },
  })
  const other = findOtherFacts(failure)
  const unpriced = findUnpriced(failure)
  const error = (field: ParkField) =>
    problems[field] === undefined ? undefined : <ParkProblemText problem={problems[field]} promised={seen.promised} />
  return (
    <form
      className={`${page.card} ${parts.form}`}
      onInput={() => setSaved(false)}
      onSubmit={(event) => {
        setSaved(false)
        onSubmit(event)
      }}
      noValidate
    >
      <h2>{park === null ? <Trans>New car park</Trans> : <Trans>About the car park</Trans>}</h2>
      <PlaceFields park={first} error={error} />
      <SpaceFields park={first} error={error} />
      <ParkHours text={first?.opening_hours ?? null} error={error('week')} />
      {first !== null && <LaterFields park={first} isOwner={isOwner} error={error} />}
      {isSaved && (
        <Note icon={<CircleCheckIcon size={24} />} title={<Trans>Saved</Trans>} role="status">
          <Trans>Drivers see it now.</Trans>
        </Note>
      )}
      {other !== undefined && (
        <Note
          tone="amber"
          icon={<TriangleIcon size={24} />}
          title={<Trans>Somebody else changed this</Trans>}
          role="alert"
        >
          <InputKept /> <Trans>Save again to replace theirs.</Trans>
        </Note>
      )}
      {unpriced !== undefined && first !== null && <UnpricedHours park={first} stay={unpriced} />}
      {failure !== null && other === undefined && unpriced === undefined && (
        <ConsoleFailure failure={failure} doing={doing} hasInput />
      )}
      <OnlineButton doing={doing} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        {park === null ? <Trans>Add the car park</Trans> : <Trans>Save</Trans>}
      </OnlineButton>
    </form>
  )
}

interface FieldsProps {
  readonly park: OperatorParkWire | null
  readonly error: (field: ParkField) => React.JSX.Element | undefined
}

interface LaterFieldsProps extends FieldsProps {
  readonly park: OperatorParkWire
  readonly isOwner: boolean
}

/** Fields shown only for an existing car park. */
function LaterFields({ park, isOwner, error }: LaterFieldsProps) {
  return (
    <>
      <ParkChargers park={park} error={error} />
      <ParkPolicy first={park.refund_policy} />
      {isOwner && <ParkTaxes park={park} error={error} />}
    </>
  )
}

function PlaceFields({ park, error }: FieldsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [country, setCountry] = useState<CountryCode>(park?.country_code ?? COUNTRIES[0].code)
  return (
    <>
      <TextField label={t`Name`} name="name" autoComplete="off" defaultValue={park?.name} error={error('name')} />
      <FieldPair>
        <SelectField label={t`Type of car park`} name="kind" defaultValue={park?.kind ?? 'lot'}>
          <KindOptions />
        </SelectField>
        {park === null && (
          <SelectField
            label={t`Country`}
            name="country"
            value={country}
            onChange={({ currentTarget }) => setCountry(currentTarget.value as CountryCode)}
          >
            {COUNTRIES.map(({ code }) => (
              <option key={code} value={code}>
                {format.country(code)}
              </option>
            ))}
          </SelectField>
        )}
      </FieldPair>
      <TextField
        label={t`Address`}
        name="address"
        autoComplete="off"
        defaultValue={park?.address ?? ''}
        error={error('address')}
      />
      <FieldPair>
        <TextField
          label={t`City`}
          name="city"
          autoComplete="off"
          defaultValue={park?.city ?? ''}
          error={error('city')}
        />
        <TextField
          label={t`State or province`}
          name="state"
          autoComplete="off"
          defaultValue={park?.state ?? ''}
          error={error('state')}
        />
      </FieldPair>
      <ParkPosition position={park?.position ?? null} country={country} lat={error('lat')} lng={error('lng')} />
    </>
  )
}

function SpaceFields({ park, error }: FieldsProps) {
  const { t } = useLingui()
  const covered = park === null || park.covered === null ? 'unknown' : park.covered ? 'yes' : 'no'
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <>
      <FieldPair>
        <TextField
          label={t`Spaces`}
          name="capacity"
          {...number}
          defaultValue={park?.capacity ?? ''}
          error={error('capacity')}
        />
        <TextField
          label={t`Accessible spaces`}
          name="accessible"
          {...number}
          defaultValue={park?.accessible_spaces ?? ''}
          error={error('accessible')}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          label={t`Height limit, metres`}
          name="height"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={park?.height_limit_m ?? ''}
          hint={<Trans>Empty: none.</Trans>}
          error={error('height')}
        />
        <SelectField label={t`Roof`} name="covered" defaultValue={covered}>
          <option value="unknown">{t`Not known`}</option>
          <option value="yes">{t`Covered`}</option>
          <option value="no">{t`Open air`}</option>
        </SelectField>
      </FieldPair>
    </>
  )
}
