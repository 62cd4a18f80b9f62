// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { putInCart } from '../../actions/marketplace.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { Product } from '../../contract/marketplace.ts'
import { useFormat } from '../../i18n/format.ts'
import parts from '../../parts/parts.module.css'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons-action.tsx'
import styles from './marketplace.module.css'
import { ProductSign } from './product-sign.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import type { Report } from './use-report.ts'

interface ProductProps {
  readonly product: Product
  /** Quantity in the cart. */
  readonly quantity: number
  readonly report: Report
}

/** Sign, name, price and quantity in the cart. */
export function ProductCard({ product, quantity, report }: ProductProps) {
  const format = useFormat()
  return (
    <li className={styles.card}>
      <Link to={moreRoutes.product.href(product.id)}>
        <span className={styles.sign}>
          <ProductSign kind={product.kind} size={40} />
        </span>
        <strong>{product.names[format.language]}</strong>
        <p className={parts.small}>{product.details[format.language]}</p>
      </Link>
      <ProductBuy product={product} quantity={quantity} report={report} />
    </li>
  )
}

/** The price, and the button that adds to the cart. */
export function ProductBuy({ product, quantity, report }: ProductProps) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <div className={styles.line}>
      <strong className={styles.price}>
        {format.money({ amountMinor: product.price, currency: product.currency })}
      </strong>
      {product.pass !== undefined ? (
        <Link to={moreRoutes.product.href(product.id)} {...buttonLook({ kind: 'soft', size: 'small' })}>
          <Trans>Choose dates</Trans>
        </Link>
      ) : quantity > 0 ? (
        <QuantityStepper product={product} quantity={quantity} report={report} />
      ) : product.stock === 0 ? (
        <span className={parts.small}>
          <Trans>Sold out</Trans>
        </span>
      ) : (
        <Button
          kind="soft"
          size="small"
          icon={<PlusIcon />}
          aria-label={t`Add ${product.names[format.language]} to cart`}
          onClick={() => report(putInCart(product, 1))}
        >
          <Trans>Add</Trans>
        </Button>
      )}
    </div>
  )
}
