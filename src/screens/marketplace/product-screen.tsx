// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { loadProducts } from '../../actions/marketplace.online.ts'
import { routes } from '../../config/routes.ts'
import type { Product } from '../../contract/marketplace.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { NotKept } from '../../parts/not-kept.tsx'
import parts from '../../parts/parts.module.css'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCart, useProducts } from '../../queries/use-marketplace.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CartBar } from './cart-bar.tsx'
import styles from './marketplace.module.css'
import { GoodsSkeleton } from './marketplace-screen.tsx'
import { PassBuy } from './pass-buy.tsx'
import { ProductBuy } from './product-card.tsx'
import { CartIcon, ProductSign } from './product-sign.tsx'
import { useReport } from './use-report.ts'

/** /marketplace/{id}: one product of the chosen country. */
export function ProductScreen() {
  const { t } = useLingui()
  const format = useFormat()
  const { id = '' } = useParams()
  const country = useSelectedCountry()?.code ?? 'NG'
  const saved = useProducts(country)
  const cart = useCart(country)
  const { failure, isRefreshing, retry } = useRefresh(loadProducts, country)
  // An answer is saved shortly before the query reads it.
  const isWaiting = isRefreshing || (failure === null && (saved.status === 'loading' || saved.value === null))
  const product = saved.status === 'ready' ? saved.value?.find((one) => String(one.id) === id) : undefined
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.marketplace.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={product?.names[format.language] ?? <Trans>Marketplace</Trans>}
      />
      {product !== undefined && saved.status === 'ready' && (
        <div className={styles.pad}>
          <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />
          <ProductFacts product={product} />
        </div>
      )}
      {product === undefined && <NoProduct isWaiting={isWaiting} failure={failure} onRetry={retry} />}
      {cart.status === 'ready' && cart.value !== null && <CartBar cart={cart.value} />}
    </div>
  )
}

interface NoProductProps {
  readonly isWaiting: boolean
  readonly failure: ActionError | null
  readonly onRetry: () => void
}

function NoProduct({ isWaiting, failure, onRetry }: NoProductProps) {
  const { t } = useLingui()
  if (isWaiting) return <GoodsSkeleton />
  if (failure === null) return <Unknown />
  return (
    <div className={styles.pad}>
      <NotKept failure={failure} doing={t`Opening this page`} onRetry={onRetry} />
    </div>
  )
}

function ProductFacts({ product }: { readonly product: Product }) {
  const { t } = useLingui()
  const format = useFormat()
  const cart = useCart(product.country_code)
  const { failure, report } = useReport()
  const { limit } = product
  const lines = cart.status === 'ready' ? (cart.value?.lines ?? []) : []
  const quantity = lines.find((line) => line.product.id === product.id)?.quantity ?? 0
  return (
    <>
      <span className={styles.sign}>
        <ProductSign kind={product.kind} size={64} />
      </span>
      <p>{product.details[format.language]}</p>
      {product.park !== null && (
        <p className={parts.small}>
          <Trans>
            At <Link to={routes.park.href(product.park.slug)}>{product.park.name}</Link>
          </Trans>
        </p>
      )}
      {product.pass === undefined ? (
        <>
          <p className={parts.small}>
            <Trans>At most {limit} per order</Trans>
            {product.demo && (
              <>
                {' '}
                <Trans>Demo item: no real goods</Trans>
              </>
            )}
          </p>
          <ProductBuy product={product} quantity={quantity} report={report} />
        </>
      ) : (
        <PassBuy product={product} pass={product.pass} />
      )}
      {failure !== null && <FailureNote failure={failure} doing={t`Changing the cart`} />}
    </>
  )
}

const Unknown = () => (
  <EmptyState
    icon={<CartIcon size={28} />}
    title={<Trans>This isn’t sold here any more.</Trans>}
    action={
      <Link to={routes.marketplace.href()} {...buttonLook()}>
        <Trans>Marketplace</Trans>
      </Link>
    }
  />
)
