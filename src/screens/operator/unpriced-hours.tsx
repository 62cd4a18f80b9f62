// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import type { OperatorParkWire } from '../../contract/operator-parks.ts'
import type { Instant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { InputKept } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

interface UnpricedHoursProps {
  readonly park: Pick<OperatorParkWire, 'code' | 'timezone'>
  /** The first stay that could not be booked. */
  readonly stay: { readonly from: Instant; readonly to: Instant }
}

/** Why the car park cannot open at these hours yet, with a stay as the example. */
export function UnpricedHours({ park, stay }: UnpricedHoursProps) {
  const format = useFormat()
  const when = format.stay(stay.from, stay.to, { zone: park.timezone, now: useNow() })
  return (
    <Note
      tone="bad"
      icon={<TriangleIcon size={24} />}
      title={<Trans>An hour would be open without a price</Trans>}
      role="alert"
    >
      <p>
        <Trans>Nobody could book this stay: {when}.</Trans>
      </p>
      <p>
        <Trans>Set prices for these hours first, or stay closed then.</Trans> <InputKept />
      </p>
      <Link to={moreRoutes.operator.href('prices', park.code)} {...buttonLook({ kind: 'secondary', size: 'small' })}>
        <Trans>Set prices</Trans>
      </Link>
    </Note>
  )
}
