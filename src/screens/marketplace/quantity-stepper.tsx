// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { mostOf, putInCart } from '../../actions/marketplace.online.ts'
import type { Product } from '../../contract/marketplace.ts'
import { useFormat } from '../../i18n/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MinusIcon, PlusIcon, TrashIcon } from '../../ui/icons-action.tsx'
import styles from './marketplace.module.css'
import type { Report } from './use-report.ts'

interface QuantityStepperProps {
  readonly product: Product
  readonly quantity: number
  readonly report: Report
}

/** Plus and minus; at one, minus becomes a bin. */
export function QuantityStepper({ product, quantity, report }: QuantityStepperProps) {
  const { t } = useLingui()
  const format = useFormat()
  const name = product.names[format.language]
  const put = (wanted: number) => report(putInCart(product, wanted))
  return (
    <div className={styles.stepper} role="group" aria-label={t`Quantity of ${name}`}>
      <IconButton
        label={quantity > 1 ? t`One less of ${name}` : t`Remove ${name}`}
        icon={quantity > 1 ? <MinusIcon /> : <TrashIcon />}
        onClick={() => put(quantity - 1)}
      />
      <output aria-live="polite">{quantity}</output>
      <IconButton
        label={t`One more of ${name}`}
        icon={<PlusIcon />}
        aria-disabled={quantity >= mostOf(product) || undefined}
        onClick={() => put(quantity + 1)}
      />
    </div>
  )
}
