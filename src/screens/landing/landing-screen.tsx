// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { loadPark } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { parseParkCode } from '../../domain/code.ts'
import type { ParkCode } from '../../domain/ids.ts'
import { SIGN_PARAMETER } from '../../domain/sign.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SignNote } from '../../parts/signs/sign-note.tsx'
import { type SignState, useSignCheck } from '../../parts/signs/use-sign-check.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { usePark } from '../../queries/use-park.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LandingPark } from './landing-park.tsx'
import styles from './landing.module.css'

/** Maximum characters shown of an invalid code. */
const MAX_SHOWN_LENGTH = 12

/** /park/{parkCode}, the target of a car park's sign: which car park it is, and a stay from now. */
export default function LandingScreen() {
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  const code = parseParkCode(slug)
  const typed = slug.slice(0, MAX_SHOWN_LENGTH)
  if (code.ok) return <Landing code={code.value} token={params.get(SIGN_PARAMETER)} />
  return (
    <div className={styles.plain}>
      {params.has(SIGN_PARAMETER) && <SignNote state="forged" />}
      <EmptyState
        level={1}
        icon={<SearchIcon size={28} />}
        title={<Trans>{typed} isn’t a car park code</Trans>}
        text={
          code.error === 'wrong_check' ? (
            <Trans>One character isn’t right. Compare the code with the sign.</Trans>
          ) : (
            <Trans>A car park code has 7 letters and digits, such as CA7KQ2M.</Trans>
          )
        }
        action={<Elsewhere />}
      />
    </div>
  )
}

function Elsewhere() {
  return (
    <>
      <Link to={routes.scan.href()} {...buttonLook()}>
        <Trans>Scan a sign</Trans>
      </Link>
      <Link to={routes.parksList.href()} {...buttonLook({ kind: 'plain' })}>
        <Trans>Find Parking</Trans>
      </Link>
    </>
  )
}

/** A genuine sign with another park's number predates the current code. */
const checkedFor = (sign: SignState | null, parkId: number | undefined): SignState['kind'] | null => {
  if (sign?.kind === 'genuine' && parkId !== undefined && sign.parkId !== parkId) return 'withdrawn'
  return sign?.kind ?? null
}

function Landing({ code, token }: { readonly code: ParkCode; readonly token: string | null }) {
  const park = usePark(code)
  const { failure, retry } = useRefresh(loadPark, code)
  const sign = useSignCheck(token === null ? null : { code, token, origin: location.origin })
  const saved = park.status === 'ready' ? park.value : null
  const checked = checkedFor(sign, saved?.id)
  if (saved !== null) return <LandingPark key={code} park={saved} sign={checked} />
  return (
    <div className={styles.plain}>
      {checked !== null && <SignNote state={checked} />}
      {failure === null ? <LandingSkeleton /> : <NoPark code={code} failure={failure} onRetry={retry} />}
    </div>
  )
}

function LandingSkeleton() {
  return (
    <div className={styles.choices} aria-busy="true">
      <Skeleton size="large" />
      <Skeleton width="medium" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}

interface NoParkProps {
  readonly code: ParkCode
  readonly failure: ActionError
  readonly onRetry: () => void
}

function NoPark({ code, failure, onRetry }: NoParkProps) {
  const { t } = useLingui()
  if (failure.kind === 'refused' && (failure.code === 'park_not_found' || failure.code === 'not_found')) {
    return (
      <EmptyState
        level={1}
        icon={<SearchIcon size={28} />}
        title={<Trans>No car park has the code {code}</Trans>}
        text={<Trans>The link may be old, or the code was mistyped.</Trans>}
        action={<Elsewhere />}
      />
    )
  }
  return (
    <>
      <EmptyState
        level={1}
        icon={<NoSignalIcon size={28} />}
        title={<Trans>{code} isn’t saved on this phone</Trans>}
        text={<Trans>The code is kept. This page opens by itself once you’re back online.</Trans>}
      />
      <FailureNote failure={failure} doing={t`Opening this page`} />
      <Button kind="secondary" wide onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
