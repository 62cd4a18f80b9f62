// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { loadLeeway } from '../../actions/operator-leeway.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { CheckIcon } from '../../ui/icons-action.tsx'
import { listRowLook, ListRowFace, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import { LeewayForm } from './leeway-form.tsx'
import page from './operator.module.css'
import { type OwnPark, ParkChoice } from './park-choice.tsx'
import type { SectionProps } from './sections.tsx'

const SECTION = 'parks'

/** The operator's own car parks, and what each lets drivers do. */
export function ParksSection(props: SectionProps) {
  const parks = props.operator.parks ?? []
  return (
    <ParkChoice {...props} section={SECTION}>
      {(park) => (
        <div className={page.columns}>
          <Park key={park.code} code={park.code} />
          <OwnParks parks={parks} shown={park.code} />
        </div>
      )}
    </ParkChoice>
  )
}

function Park({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const { value: leeway, failure } = useLoaded(loadLeeway, code)
  if (leeway !== null) return <LeewayForm code={code} loaded={leeway} />
  if (failure !== null) return <ConsoleFailure failure={failure} doing={t`Showing the car park`} />
  return <Skeleton size="card" width="full" />
}

/** With their codes, which signs, lists and the API have. */
function OwnParks({ parks, shown }: { readonly parks: readonly OwnPark[]; readonly shown: string }) {
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
    </section>
  )
}
