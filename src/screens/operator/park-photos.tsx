// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import {
  describePhoto,
  loadOperatorPhotos,
  orderPhotos,
  type Photos,
  removePhoto,
} from '../../actions/operator-photos.online.ts'
import { PARK_PHOTOS_MAX } from '../../domain/park-photos.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Result } from '../../lib/result.ts'
import { AskRemoval } from '../../parts/ask-removal.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useConnection } from '../../queries/use-connection.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, PencilIcon } from '../../ui/icons-action.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import { NewPhoto } from './new-photo.tsx'
import page from './operator.module.css'
import { checkTexts, type PhotoProblems, PhotoTexts, readTexts } from './photo-texts.tsx'

/** A car park's photos as drivers see them: add, describe, reorder, remove. */
export function ParkPhotos({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const { value: loaded, failure } = useLoaded(loadOperatorPhotos, code)
  const [changed, setChanged] = useState<Photos | null>(null)
  const photos = changed ?? loaded
  return (
    <section className={page.card}>
      <h2>
        <Trans>Photos</Trans>
      </h2>
      {failure !== null && photos === null && <ConsoleFailure failure={failure} doing={t`Showing the photos`} />}
      {photos === null && failure === null && <Skeleton size="card" width="full" />}
      {photos !== null && <Kept code={code} photos={photos} onChanged={setChanged} />}
      {photos !== null && photos.length < PARK_PHOTOS_MAX && <NewPhoto code={code} onAdded={setChanged} />}
    </section>
  )
}

interface KeptProps {
  readonly code: string
  readonly photos: Photos
  readonly onChanged: (photos: Photos) => void
}

function Kept({ code, photos, onChanged }: KeptProps) {
  const { t } = useLingui()
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  const isBlocked = useConnection().state === 'offline'
  const doing = t`Changing the photos`
  const change = (ask: () => Promise<Result<Photos, ActionError>>) =>
    void run(async () => {
      const answer = await ask()
      if (answer.ok) onChanged(answer.value)
      return answer
    })
  const ids = photos.map(({ photo_id: id }) => id)
  const move = (at: number, step: -1 | 1) => {
    const others = ids.filter((_, index) => index !== at)
    others.splice(at + step, 0, ...ids.slice(at, at + 1))
    change(() => orderPhotos(code, others))
  }
  const [count, most] = [photos.length, PARK_PHOTOS_MAX]
  return (
    <>
      <p className={page.muted}>
        <Trans>
          {count} of {most}. Drivers see them in this order.
        </Trans>
      </p>
      {failure !== null && <ConsoleFailure failure={failure} doing={doing} />}
      {isBlocked && (
        <p className={page.muted}>
          <Trans>{doing} needs a connection.</Trans>
        </p>
      )}
      <ul className={page.photos} aria-label={t`Photos`}>
        {photos.map((photo, at) => (
          <li key={photo.photo_id} className={page.rule}>
            <KeptPhoto
              {...{ code, photo, onChanged, isBlocked, isBusy }}
              onEarlier={at === 0 ? null : () => move(at, -1)}
              onLater={at === photos.length - 1 ? null : () => move(at, 1)}
              onRemove={() => change(() => removePhoto(code, photo.photo_id))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface KeptPhotoProps extends Omit<KeptProps, 'photos'> {
  readonly photo: Photos[number]
  readonly isBlocked: boolean
  readonly isBusy: boolean
  /** Null for the first photo. */
  readonly onEarlier: (() => void) | null
  /** Null for the last photo. */
  readonly onLater: (() => void) | null
  readonly onRemove: () => void
}

function KeptPhoto(props: KeptPhotoProps) {
  const { code, photo, onChanged, isBlocked, isBusy, onEarlier, onLater, onRemove } = props
  const { t } = useLingui()
  const { language } = useFormat()
  const [isEdited, setEdited] = useState(false)
  const { text, files, width, height } = photo
  const name = text[language]
  const arrow = { disabled: isBlocked, 'aria-busy': isBusy }
  return (
    <>
      <div className={page.photo}>
        <img src={files[0]?.url} alt={name} width={width} height={height} loading="lazy" />
        {!isEdited && (
          <div>
            <p lang="en">{text.en}</p>
            <p lang="fr" className={page.muted}>
              {text.fr}
            </p>
          </div>
        )}
      </div>
      <div>
        {onEarlier !== null && (
          <IconButton {...arrow} label={t`Move earlier: ${name}`} icon={<ChevronUpIcon />} onClick={onEarlier} />
        )}
        {onLater !== null && (
          <IconButton {...arrow} label={t`Move later: ${name}`} icon={<ChevronDownIcon />} onClick={onLater} />
        )}
        {!isEdited && (
          <IconButton
            label={t`Change the description: ${name}`}
            icon={<PencilIcon />}
            onClick={() => setEdited(true)}
          />
        )}
        <AskRemoval name={name} isBusy={isBusy} onRemove={onRemove} />
      </div>
      {isEdited && (
        <TextsForm
          {...{ code, photo }}
          onClose={() => setEdited(false)}
          onChanged={(photos) => {
            setEdited(false)
            onChanged(photos)
          }}
        />
      )}
    </>
  )
}

interface TextsFormProps extends Omit<KeptProps, 'photos'> {
  readonly photo: Photos[number]
  readonly onClose: () => void
}

function TextsForm({ code, photo, onChanged, onClose }: TextsFormProps) {
  const { t } = useLingui()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): PhotoProblems => checkTexts(form),
    send: (form) => describePhoto(code, photo.photo_id, readTexts(form)),
    onDone: onChanged,
  })
  return (
    <form className={`${page.wide} ${parts.form}`} onSubmit={onSubmit} noValidate>
      <PhotoTexts text={photo.text} problems={problems} />
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Saving`} hasInput />}
      <ButtonRow>
        <OnlineButton doing={t`Saving`} type="submit" size="small" busy={isBusy}>
          <Trans>Save</Trans>
        </OnlineButton>
        <Button kind="plain" size="small" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}
