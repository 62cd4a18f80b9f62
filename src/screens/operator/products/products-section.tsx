// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadProducts } from '../../../actions/operator-shop.online.ts'
import type { OperatorProduct } from '../../../contract/operator-shop.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { CircleCheckIcon } from '../../../ui/icons-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import { Pager } from '../pager.tsx'
import type { SectionProps } from '../sections.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductForm } from './product-form.tsx'

/** What the operator's car parks sell in the marketplace, also what they sold, and something new. */
export function ProductsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [number, setNumber] = useState(1)
  const [added, setAdded] = useState<OperatorProduct | null>(null)
  const { value: list, failure, reload } = useLoaded(loadProducts, number)
  const parks = operator.parks ?? []
  const name = added?.names[format.language]
  if (parks.length === 0) {
    return (
      <p>
        <Trans>No car park belongs to your organisation yet.</Trans>
      </p>
    )
  }
  return (
    <div className={page.columns}>
      <section className={page.stack} aria-label={t`Items`}>
        {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing the items`} />}
        {list === null && failure === null && <Skeleton size="card" width="full" />}
        {list?.items.length === 0 && (
          <p className={page.card}>
            <Trans>Your car parks sell nothing in the marketplace yet.</Trans>
          </p>
        )}
        {list?.items.map((product) => (
          <ProductCard key={product.id} product={product} onChanged={reload} />
        ))}
        <Pager number={number} pages={list?.pages ?? 1} onChange={setNumber} />
      </section>
      <div className={page.stack}>
        {added !== null && (
          <Note icon={<CircleCheckIcon size={24} />} title={<Trans>On sale</Trans>} role="status">
            <p>
              <Trans>
                Drivers find <bdi>{name}</bdi> in the marketplace now.
              </Trans>
            </p>
          </Note>
        )}
        <ProductForm
          key={added?.id ?? 0}
          parks={parks}
          onAdded={(product) => {
            setAdded(product)
            reload()
          }}
        />
      </div>
    </div>
  )
}
