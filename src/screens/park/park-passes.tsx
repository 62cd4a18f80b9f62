// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { loadProducts } from '../../actions/marketplace.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { Park } from '../../contract/parks.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePassHours } from '../../parts/monthly-when.tsx'
import { useProducts } from '../../queries/use-marketplace.ts'
import { CalendarIcon, ChevronEndIcon } from '../../ui/icons-action.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'

export interface ParkPassesProps {
  readonly park: Park
}

/** Monthly passes of this car park from saved data, requested once. */
export default function ParkPasses({ park }: ParkPassesProps) {
  const { t } = useLingui()
  const format = useFormat()
  const hoursOf = usePassHours()
  const { country_code: country } = park
  const saved = useProducts(country)
  const isUnknown = saved.status === 'ready' && saved.value === null
  useEffect(() => {
    if (isUnknown) void loadProducts(country)
  }, [isUnknown, country])
  const passes = (saved.status === 'ready' ? (saved.value ?? []) : []).flatMap((product) =>
    product.pass?.park_id === park.id ? [{ ...product, pass: product.pass }] : [],
  )
  if (passes.length === 0) return null
  return (
    <RowList form="card" label={t`Monthly passes`}>
      {passes.map(({ id, names, pass, price, currency }) => (
        <li key={id}>
          <Link to={moreRoutes.product.href(id)} {...listRowLook('fact')}>
            <ListRowFace
              icon={<CalendarIcon />}
              title={`${names[format.language]} ${format.money({ amountMinor: price, currency })}`}
              detail={hoursOf(pass.hours, pass.timezone)}
              end={<ChevronEndIcon size={18} />}
            />
          </Link>
        </li>
      ))}
    </RowList>
  )
}
