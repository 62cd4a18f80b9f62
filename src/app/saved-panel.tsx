import { useLingui } from '@lingui/react/macro'
import { SavedData } from '../screens/profile/saved-data.tsx'
import { closePanel } from '../stores/open-panel.ts'
import { Modal } from '../ui/modal.tsx'
import styles from './app.module.css'

/** What this phone stores, for visitors too. */
export default function SavedPanel() {
  const { t } = useLingui()
  return (
    <Modal open onClose={closePanel} placement="panel" title={t`Saved on this phone`}>
      <div className={styles.settings}>
        <SavedData />
      </div>
    </Modal>
  )
}
