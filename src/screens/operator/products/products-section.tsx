// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadProducts } from '../../../actions/operator-shop.online.ts'
import { useFormat } from '../../../i18n/format.ts'
import { AddedNote, OfferPage } from '../offer-page.tsx'
import type { SectionProps } from '../sections.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductForm } from './product-form.tsx'

/** Current and former marketplace products of the operator's car parks, and the form for a new one. */
export function ProductsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const { language } = useFormat()
  return (
    <OfferPage
      operator={operator}
      load={loadProducts}
      keyOf={({ id }) => id}
      label={t`Items`}
      doing={t`Showing the items`}
      empty={<Trans>Your car parks sell nothing in the marketplace yet.</Trans>}
      renderCard={(product, onChanged) => <ProductCard product={product} onChanged={onChanged} />}
      renderForm={(parks, onAdded) => <ProductForm parks={parks} onAdded={onAdded} />}
      renderAdded={({ names }) => {
        const name = names[language]
        return (
          <AddedNote title={<Trans>On sale</Trans>}>
            <Trans>
              Drivers find <bdi>{name}</bdi> in the marketplace now.
            </Trans>
          </AddedNote>
        )
      }}
    />
  )
}
