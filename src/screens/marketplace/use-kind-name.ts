import { useLingui } from '@lingui/react/macro'
import type { ProductKind } from '../../domain/cart-total.ts'

export function useKindNames(): Readonly<Record<ProductKind, string>> {
  const { t } = useLingui()
  return {
    monthly_pass: t`Monthly passes`,
    day_bundle: t`Day bundles`,
    permit: t`Parking rights`,
    car_wash: t`At the car park`,
    accessory: t`In the car`,
  }
}
