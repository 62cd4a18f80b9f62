// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ActionError, findChangedCart, findGone, findSoldOut } from '../../actions/failures.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import type { Cart } from '../../queries/use-marketplace.ts'
import { OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'

/** Why the order failed, and what is still available. An unconfirmed order has its own note on the page. */
export function OrderFailure({ failure, cart }: { readonly failure: ActionError; readonly cart: Cart }) {
  const { t } = useLingui()
  const format = useFormat()
  if (failure.kind === 'outcome_unknown') return null
  const changed = findChangedCart(failure)
  if (changed !== undefined) {
    const total = format.money({ amountMinor: changed.total, currency: changed.currency })
    return (
      <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>The price is now {total}</Trans>} role="alert">
        <Trans>Nothing was charged. Check the new prices above, then pay if you’re happy with them.</Trans>
      </Note>
    )
  }
  const missing = (findSoldOut(failure) ?? findGone(failure))?.missing
  if (missing === undefined) return <FailureNote failure={failure} doing={t`Ordering`} hasInput />
  return (
    <Note
      tone="bad"
      icon={<OctagonCrossIcon size={24} />}
      title={<Trans>Not all of this can be had any more. Nothing was charged.</Trans>}
      role="alert"
    >
      {missing.map(({ product_id: id, left }) => {
        const name = cart.lines.find(({ product }) => product.id === id)?.product.names[format.language] ?? ''
        return <p key={id}>{left === 0 ? t`${name}: none left` : t`${name}: ${left} left`}</p>
      })}
    </Note>
  )
}
