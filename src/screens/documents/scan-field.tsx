// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useRef, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { addScan } from '../../actions/vehicle-documents.online.ts'
import type { DocumentKind } from '../../domain/document-kinds.ts'
import { SCAN_EDGE, SCAN_MAX_BYTES } from '../../domain/vehicle-documents.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { toSmallPhoto } from '../../parts/small-photo.ts'
import { useDocumentName } from '../../parts/use-document-name.ts'
import type { ScanState } from '../../queries/use-vehicle-documents.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon, ReloadIcon } from '../../ui/icons-action.tsx'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './documents.module.css'

/** Sizes that keep small print readable while limiting the upload. */
const SIZES = [
  { edge: SCAN_EDGE, quality: 0.75 },
  { edge: 1_800, quality: 0.6 },
] as const
const MAX_SENT_BYTES = 3_000_000

type Problem = 'too_large' | 'unreadable'

export interface ScanFieldProps {
  readonly kind: DocumentKind
  readonly vehicleId: string
  readonly scan: ScanState
}

/** A picture of a document: scaled down on the phone, and kept there until the provider has it. */
export function ScanField({ kind, vehicleId, scan }: ScanFieldProps) {
  const { t } = useLingui()
  const nameOf = useDocumentName()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [failure, setFailure] = useState<ActionError | null>(null)
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file === undefined) return
    setFailure(null)
    const small = file.size > SCAN_MAX_BYTES ? null : await toSmallPhoto(file, SIZES, MAX_SENT_BYTES)
    // Lets choosing the same file again fire a change event.
    if (input.current !== null) input.current.value = ''
    setProblem(small === null ? 'too_large' : small.ok ? null : 'unreadable')
    if (small?.ok !== true) return
    const added = await addScan({ ofVehicle: vehicleId, document: kind, picture: await small.value.arrayBuffer() })
    setFailure(added.ok ? null : added.error)
  }
  const document = nameOf(kind)
  return (
    <>
      <div className={styles.scan}>
        <input
          ref={input}
          hidden
          type="file"
          accept="image/*"
          aria-label={t`Picture: ${document}`}
          onChange={(event) => void take(event)}
        />
        <Button
          kind={scan === 'none' ? 'secondary' : 'plain'}
          size="small"
          icon={scan === 'none' ? <PlusIcon size={18} /> : <ReloadIcon size={18} />}
          aria-label={scan === 'none' ? t`Add a picture: ${document}` : t`Change the picture: ${document}`}
          onClick={() => input.current?.click()}
        >
          {scan === 'none' ? <Trans>Add a picture</Trans> : <Trans>Change the picture</Trans>}
        </Button>
        {scan === 'waiting' && <StatusBadge status="waiting" />}
        {scan === 'sent' && (
          <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
            <Trans>Picture sent</Trans>
          </Badge>
        )}
      </div>
      {problem === 'too_large' && (
        <p role="alert">
          <Trans>This file is larger than 10 MB. Choose a smaller one.</Trans>
        </p>
      )}
      {problem === 'unreadable' && (
        <p role="alert">
          <Trans>This file can’t be read as a picture. Take a photo of the document.</Trans>
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} doing={t`Adding the picture`} />}
    </>
  )
}
