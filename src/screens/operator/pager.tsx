// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'

interface PagerProps {
  /** 1-based. */
  readonly number: number
  readonly pages: number
  readonly onChange: (number: number) => void
}

/** Pagination of a list; renders nothing for a single page. */
export function Pager({ number, pages, onChange }: PagerProps) {
  if (pages <= 1) return null
  return (
    <ButtonRow>
      {number > 1 && (
        <Button kind="secondary" size="small" onClick={() => onChange(number - 1)}>
          <Trans>Previous page</Trans>
        </Button>
      )}
      {number < pages && (
        <Button kind="secondary" size="small" onClick={() => onChange(number + 1)}>
          <Trans>Next page</Trans>
        </Button>
      )}
    </ButtonRow>
  )
}
