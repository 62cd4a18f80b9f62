// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useRef, useState } from 'react'
import { addPhoto, type Photos } from '../../actions/operator-photos.online.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { toSmallPhoto } from '../../parts/small-photo.ts'
import { useShownPhoto } from '../../parts/small-photo-shown.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon, ReloadIcon } from '../../ui/icons-action.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'
import { checkTexts, type PhotoProblems, PhotoTexts, readTexts } from './photo-texts.tsx'

/** Larger than any screen shows, while limiting the upload. */
const SIZES = [
  { edge: 2_400, quality: 0.85 },
  { edge: 1_800, quality: 0.75 },
] as const
const MAX_FILE_BYTES = 10_000_000
const MAX_SENT_BYTES = 4_000_000

type FileProblem = 'missing' | 'too_large' | 'unreadable'

interface Chosen {
  readonly id: string
  readonly picture: Blob
}

interface NewPhotoProps {
  readonly code: string
  readonly onAdded: (photos: Photos) => void
}

/** A photo and its description. A failure does not clear the input. */
export function NewPhoto({ code, onAdded }: NewPhotoProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (typed): PhotoProblems & { photo?: true } => {
      if (chosen === null) setFileProblem('missing')
      return { ...(chosen === null ? { photo: true } : {}), ...checkTexts(typed) }
    },
    send: async (typed) => {
      const { id, picture } = chosen ?? { id: '', picture: new Blob() }
      return addPhoto(code, { id, picture: await picture.arrayBuffer(), text: readTexts(typed) })
    },
    onDone: (photos) => {
      form.current?.reset()
      setChosen(null)
      onAdded(photos)
    },
  })
  const choose = async (file: File) => {
    const small = file.size > MAX_FILE_BYTES ? null : await toSmallPhoto(file, SIZES, MAX_SENT_BYTES)
    setFileProblem(small === null ? 'too_large' : small.ok ? null : 'unreadable')
    if (small?.ok === true) setChosen({ id: uuid7(), picture: small.value })
  }
  return (
    <form ref={form} className={parts.form} onSubmit={onSubmit} noValidate>
      <h3>
        <Trans>Add a photo</Trans>
      </h3>
      <ChoosePhoto chosen={chosen?.picture ?? null} onChoose={(file) => void choose(file)} />
      {fileProblem !== null && <FileProblemText problem={fileProblem} />}
      <PhotoTexts problems={problems} />
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Adding the photo`} hasInput />}
      <OnlineButton doing={t`Adding the photo`} type="submit" busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Add photo</Trans>
      </OnlineButton>
    </form>
  )
}

function FileProblemText({ problem }: { readonly problem: FileProblem }) {
  return (
    <p className={parts.bad} role="alert">
      {problem === 'missing' && <Trans>Choose a photo.</Trans>}
      {problem === 'too_large' && <Trans>This file is larger than 10 MB. Choose a smaller one.</Trans>}
      {problem === 'unreadable' && (
        <Trans>This browser can’t read this file as a photo. Choose a JPEG, PNG or WebP.</Trans>
      )}
    </p>
  )
}

interface ChoosePhotoProps {
  readonly chosen: Blob | null
  readonly onChoose: (file: File) => void
}

/** Preview of the photo as it will be sent, without its location metadata. */
function ChoosePhoto({ chosen, onChoose }: ChoosePhotoProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const image = useShownPhoto(chosen)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file !== undefined) onChoose(file)
    // Lets choosing the same file again fire a change event.
    currentTarget.value = ''
  }
  return (
    <div className={page.photo}>
      <input ref={input} hidden type="file" accept="image/*" aria-label={t`Photo`} onChange={take} />
      {chosen !== null && <img ref={image} alt={t`Your photo`} />}
      <Button
        kind="secondary"
        size="small"
        icon={chosen === null ? <PlusIcon size={18} /> : <ReloadIcon size={18} />}
        onClick={() => input.current?.click()}
      >
        {chosen === null ? <Trans>Choose a photo</Trans> : <Trans>Choose another photo</Trans>}
      </Button>
    </div>
  )
}
