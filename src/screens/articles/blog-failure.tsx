import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'

/** Shown when the phone has no copy and none can be loaded. */
export function BlogFailure({ message, onRetry }: { readonly message: ReactNode; readonly onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={<NoSignalIcon size={28} />}
        title={message}
        action={<Button icon={<ReloadIcon />} onClick={onRetry}>{t`Retry`}</Button>}
      />
    </div>
  )
}
