import { Trans } from '@lingui/react/macro'
import { SearchForm } from '../../parts/search-form.tsx'
import VehicleField from '../../parts/vehicle-field.tsx'
import { Modal } from '../../ui/modal.tsx'

export interface SearchDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly zone: string
}

/** The whole search in a sheet, on phones. */
export function SearchDialog({ open, onClose, zone }: SearchDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Change the search</Trans>}>
      <SearchForm zone={zone} vehicle={<VehicleField />} onSearch={onClose} />
    </Modal>
  )
}
