import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { FailureNote } from '../../parts/failure-note.tsx'
import { Modal } from '../../ui/modal.tsx'

interface Closable {
  readonly onClose: () => void
}

/**
 * A dialog that is of no use without a connection and therefore not kept on the phone: its code comes when it opens, and where it
 * cannot come the dialog says so. Asked for anew each time, so that a failure does not last.
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
