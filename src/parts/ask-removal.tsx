// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ButtonRow } from '../ui/button-row.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TrashIcon } from '../ui/icons-action.tsx'
import { OnlineButton } from './online-button.tsx'

export interface AskRemovalProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onRemove: () => void
}

/** The end of a row: a second tap, which needs a connection, removes the named item. */
export function AskRemoval({ name, isBusy, onRemove }: AskRemovalProps) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) return <IconButton label={t`Remove ${name}?`} icon={<TrashIcon />} onClick={() => setAsked(true)} />
  return (
    <ButtonRow>
      <OnlineButton
        doing={t`Remove ${name}`}
        kind="danger"
        size="small"
        aria-label={t`Remove ${name}`}
        busy={isBusy}
        busyLabel={<Trans>Removing…</Trans>}
        onClick={onRemove}
      >
        <Trans>Remove</Trans>
      </OnlineButton>
      <Button kind="plain" size="small" onClick={() => setAsked(false)}>
        <Trans>Keep</Trans>
      </Button>
    </ButtonRow>
  )
}
