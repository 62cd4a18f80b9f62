import { SearchForm } from '../../parts/search-form.tsx'
import VehicleField from '../../parts/vehicle-field.tsx'
import styles from './find.module.css'

/** The search form above the list, on screens with room for both. */
export function WideSearch({ zone }: { readonly zone: string }) {
  return (
    <div className={styles.wideSearch}>
      <SearchForm zone={zone} vehicle={<VehicleField />} />
    </div>
  )
}
