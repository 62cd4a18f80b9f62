import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { SearchForm } from '../../parts/search-form.tsx'
import VehicleField from '../../parts/vehicle-field.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { QrIcon } from '../../ui/icons-place.tsx'
import { Modal } from '../../ui/modal.tsx'

export interface SearchDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly zone: string
}

/** The full search form in a sheet, on phones. */
export function SearchDialog({ open, onClose, zone }: SearchDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Change the search</Trans>}>
      <SearchForm zone={zone} vehicle={<VehicleField />} onSearch={onClose} />
      <Link to={routes.scan.href()} {...buttonLook({ kind: 'plain', wide: true })}>
        <QrIcon />
        <Trans>Scan a sign</Trans>
      </Link>
    </Modal>
  )
}
