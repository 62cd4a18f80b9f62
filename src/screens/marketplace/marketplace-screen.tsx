// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { loadProducts } from '../../actions/marketplace.online.ts'
import { routes } from '../../config/routes.ts'
import type { Product } from '../../contract/marketplace.ts'
import { PRODUCT_KINDS, type ProductKind } from '../../domain/cart-total.ts'
import type { CountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { NotKept } from '../../parts/not-kept.tsx'
import parts from '../../parts/parts.module.css'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCart, useProducts } from '../../queries/use-marketplace.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfoIcon } from '../../ui/icons-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CartBar } from './cart-bar.tsx'
import styles from './marketplace.module.css'
import { ProductCard } from './product-card.tsx'
import { CartIcon } from './product-sign.tsx'
import { useKindNames } from './use-kind-name.ts'
import { useReport } from './use-report.ts'

/** /marketplace: what is sold in the chosen country; the cart works offline too. */
export function MarketplaceScreen() {
  const country = useSelectedCountry()
  return (
    <div className={styles.page}>
      {country === null ? <GoodsSkeleton /> : <CountryGoods key={country.code} country={country.code} />}
    </div>
  )
}

function CountryGoods({ country }: { readonly country: CountryCode }) {
  const { t } = useLingui()
  const format = useFormat()
  const saved = useProducts(country)
  const cart = useCart(country)
  const { failure, retry } = useRefresh(loadProducts, country)
  const products = saved.status === 'ready' ? saved.value : null
  return (
    <>
      <div className={styles.pad}>
        <div className={styles.line}>
          <h1 tabIndex={-1}>
            <Trans>Marketplace</Trans>
          </h1>
          {products?.some(({ demo }) => demo) === true && (
            <Badge tone="neutral" icon={<InfoIcon size={18} />}>{t`Demo shop`}</Badge>
          )}
        </div>
        <p className={parts.small}>
          <Trans>For use or pick-up in {format.country(country)}</Trans>{' '}
          <Link to={routes.orders.href()}>
            <Trans>My orders</Trans>
          </Link>
        </p>
        {saved.status === 'ready' && products !== null && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
        {products !== null && <RefreshFailure failure={failure} doing={t`Updating the list`} />}
        {products === null && failure !== null && (
          <NotKept failure={failure} doing={t`Loading the marketplace`} onRetry={retry} />
        )}
        {products === null && failure === null && <GoodsSkeleton />}
        {products !== null && <Goods products={products} country={country} />}
      </div>
      {cart.status === 'ready' && cart.value !== null && <CartBar cart={cart.value} />}
    </>
  )
}

function Goods({ products, country }: { readonly products: readonly Product[]; readonly country: CountryCode }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useKindNames()
  const cart = useCart(country)
  const { failure, report } = useReport()
  const [shown, setShown] = useState<ProductKind | null>(null)
  const lines = cart.status === 'ready' ? (cart.value?.lines ?? []) : []
  if (products.length === 0) {
    return (
      <EmptyState
        icon={<CartIcon size={28} />}
        title={<Trans>Nothing is sold in {format.country(country)} for now</Trans>}
        action={
          <Link to={routes.parksList.href()} {...buttonLook()}>
            <Trans>Find Parking</Trans>
          </Link>
        }
      />
    )
  }
  return (
    <>
      <div className={styles.chips}>
        <ChipRow label={t`Kind`}>
          <Chip on={shown === null} onToggle={() => setShown(null)}>
            <Trans>All</Trans>
          </Chip>
          {PRODUCT_KINDS.filter((kind) => products.some((product) => product.kind === kind)).map((kind) => (
            <Chip key={kind} on={shown === kind} onToggle={(on) => setShown(on ? kind : null)}>
              {names[kind]}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {failure !== null && <FailureNote failure={failure} doing={t`Changing the cart`} />}
      <ul className={styles.grid} aria-label={t`Goods`}>
        {products
          .filter(({ kind }) => shown === null || kind === shown)
          .map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              quantity={lines.find((line) => line.product.id === product.id)?.quantity ?? 0}
              report={report}
            />
          ))}
      </ul>
    </>
  )
}

export function GoodsSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}
