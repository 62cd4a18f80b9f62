// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ButtonRow } from '../ui/button-row.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TrashIcon } from '../ui/icons-action.tsx'

/** The end of a row: a second tap removes the named item. */
export function AskRemoval({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) return <IconButton label={t`Remove ${name}?`} icon={<TrashIcon />} onClick={() => setAsked(true)} />
  return (
    <ButtonRow>
      <Button kind="danger" size="small" aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
      <Button kind="plain" size="small" onClick={() => setAsked(false)}>
        <Trans>Keep</Trans>
      </Button>
    </ButtonRow>
  )
}
