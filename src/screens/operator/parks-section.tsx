// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router-dom'
import { loadLeeway } from '../../actions/operator-leeway.online.ts'
import { loadOperatorPark, makeOperatorPark, stateParkFacts } from '../../actions/operator-parks.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { NewParkBody } from '../../contract/operator-parks.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CheckIcon } from '../../ui/icons-action.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { listRowLook, ListRowFace, RowList } from '../../ui/list-row.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import { LeewayForm } from './leeway-form.tsx'
import page from './operator.module.css'
import { type OwnPark, ParkChoice } from './park-choice.tsx'
import { ParkForm } from './park-form.tsx'
import { ParkPhotos } from './park-photos.tsx'
import type { FormFacts } from './read-park-form.ts'
import type { SectionProps } from './sections.tsx'

const SECTION = 'parks'

/** Used in the URL in place of a code; no car park has this code. */
const NEW = 'new'

/** The operator's own car parks, the facts of each, and the form for a new one. */
export function ParksSection(props: SectionProps) {
  const { operator, park: code, onParks } = props
  const parks = operator.parks ?? []
  const mayAdd = operator.role === 'owner'
  if (mayAdd && (code === NEW || parks.length === 0)) return <NewPark onParks={onParks} />
  return (
    <ParkChoice {...props} section={SECTION}>
      {(park) => (
        <div className={page.columns}>
          <div className={page.stack}>
            <Park key={park.code} code={park.code} onParks={onParks} isOwner={mayAdd} />
          </div>
          <OwnParks parks={parks} shown={park.code} mayAdd={mayAdd} />
        </div>
      )}
    </ParkChoice>
  )
}

function NewPark({ onParks }: Pick<SectionProps, 'onParks'>) {
  const navigate = useNavigate()
  return (
    <ParkForm
      park={null}
      send={({ facts, country }) => makeOperatorPark(toNewPark(facts, country))}
      onDone={({ code }) => {
        onParks?.()
        void navigate(moreRoutes.operator.href(SECTION, code), { replace: true })
      }}
    />
  )
}

const toNewPark = (facts: FormFacts, country: NewParkBody['country_code']): NewParkBody => ({
  opening_hours: null,
  ...facts,
  ...{ country_code: country, chargers: [] },
})

interface ParkProps extends Pick<SectionProps, 'onParks'> {
  readonly code: string
  readonly isOwner: boolean
}

function Park({ code, onParks, isOwner }: ParkProps) {
  const { t } = useLingui()
  const { value: park, failure } = useLoaded(loadOperatorPark, code)
  const { value: leeway, failure: leewayFailure } = useLoaded(loadLeeway, code)
  const failed = failure ?? leewayFailure
  if (failed !== null) return <ConsoleFailure failure={failed} doing={t`Showing the car park`} />
  if (park === null || leeway === null) return <Skeleton size="card" width="full" />
  return (
    <>
      {!park.priced && <Unpriced code={code} />}
      <ParkForm
        park={park}
        isOwner={isOwner}
        send={({ facts, revision }) => stateParkFacts(code, { ...facts, revision })}
        onDone={() => onParks?.()}
      />
      <LeewayForm code={code} loaded={leeway} />
      <ParkPhotos code={code} />
    </>
  )
}

/** Shown while prices are missing: without them drivers cannot book. */
function Unpriced({ code }: { readonly code: string }) {
  return (
    <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>No prices yet</Trans>}>
      <p>
        <Trans>Drivers find this car park. They can book it as soon as it has prices.</Trans>
      </p>
      <Link to={moreRoutes.operator.href('prices', code)} {...buttonLook({ kind: 'secondary', size: 'small' })}>
        <Trans>Set prices</Trans>
      </Link>
    </Note>
  )
}

interface OwnParksProps {
  readonly parks: readonly OwnPark[]
  readonly shown: string
  readonly mayAdd: boolean
}

/** List of car parks with their codes, as used on signs, in lists and in the API. */
function OwnParks({ parks, shown, mayAdd }: OwnParksProps) {
  const { t } = useLingui()
  return (
    <section className={page.card}>
      <h2>
        <Trans>Your car parks</Trans>
      </h2>
      <RowList label={t`Your car parks`}>
        {parks.map(({ code, name }) => (
          <li key={code}>
            <Link
              to={moreRoutes.operator.href(SECTION, code)}
              aria-current={code === shown ? 'true' : undefined}
              {...listRowLook('fact')}
            >
              <ListRowFace title={<bdi>{name}</bdi>} detail={<bdi>{code}</bdi>} end={code === shown && <CheckIcon />} />
            </Link>
          </li>
        ))}
      </RowList>
      {mayAdd && (
        <Link to={moreRoutes.operator.href(SECTION, NEW)} {...buttonLook({ kind: 'secondary' })}>
          <Trans>Add a car park</Trans>
        </Link>
      )}
    </section>
  )
}
