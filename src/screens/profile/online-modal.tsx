import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { FailureNote } from '../../parts/failure-note.tsx'
import { Modal } from '../../ui/modal.tsx'

interface Closable {
  readonly onClose: () => void
}

/**
 * Wraps a dialog that is useless offline and therefore not kept on the phone: its chunk loads when it opens, and a
 * failure is shown in the dialog. Every opening tries again, so that a failure does not persist.
 */
export function onlineModal<Props extends Closable>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function OnlineModal(props: Props) {
    const { t } = useLingui()
    const [Loaded, setLoaded] = useState<ComponentType<Props> | 'missing' | null>(null)
    useEffect(() => {
      let isOpen = true
      load().then(
        (module) => {
          if (isOpen) setLoaded(() => module.default)
        },
        () => {
          if (isOpen) setLoaded('missing')
        },
      )
      return () => {
        isOpen = false
      }
    }, [])
    if (Loaded === null) return null
    if (Loaded !== 'missing') return <Loaded {...props} />
    return (
      <Modal open title={<Trans>Needs a connection</Trans>} onClose={props.onClose}>
        <FailureNote failure={{ kind: 'offline' }} doing={t`Opening this page`} />
      </Modal>
    )
  }
}
