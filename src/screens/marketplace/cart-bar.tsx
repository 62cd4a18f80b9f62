// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Cart } from '../../queries/use-marketplace.ts'
import { buttonLook } from '../../ui/button-look.ts'
import styles from './marketplace.module.css'
import { priceOf } from '../../queries/marketplace-price.ts'
import { CartIcon } from './product-sign.tsx'

/** The cart's total, and the link to it. */
export function CartBar({ cart }: { readonly cart: Cart }) {
  const format = useFormat()
  const { total, currency, count } = priceOf(cart, useNow())
  return (
    <div className={styles.bar}>
      <div>
        <strong>{format.money({ amountMinor: total, currency })}</strong>
        <p>
          <Plural value={count} one="# item, saved on this phone" other="# items, saved on this phone" />
        </p>
      </div>
      <Link to={moreRoutes.cart.href()} {...buttonLook({ kind: 'run', size: 'small' })}>
        <CartIcon />
        <Trans>Cart</Trans>
      </Link>
    </div>
  )
}
