// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PhotoText } from '../../actions/operator-photos.online.ts'
import { PHOTO_TEXT_MAX } from '../../domain/park-photos.ts'
import { plainTextOf } from '../../parts/field-checks.ts'
import { TextField } from '../../ui/text-field.tsx'

export type PhotoField = 'text_en' | 'text_fr'
export type PhotoProblems = Partial<Record<PhotoField, true>>

export const readTexts = (form: FormData): PhotoText => ({
  en: plainTextOf(form, 'text_en'),
  fr: plainTextOf(form, 'text_fr'),
})

/** A description is required: without one the photo is useless to blind users. */
export const checkTexts = (form: FormData): PhotoProblems => ({
  ...(readTexts(form).en === '' ? { text_en: true } : {}),
  ...(readTexts(form).fr === '' ? { text_fr: true } : {}),
})

/** The photo's description, in both languages. */
export function PhotoTexts({ text, problems }: { readonly text?: PhotoText; readonly problems: PhotoProblems }) {
  const { t } = useLingui()
  const problem = <Trans>Describe what the photo shows.</Trans>
  return (
    <>
      <TextField
        label={t`What it shows, in English`}
        name="text_en"
        autoComplete="off"
        defaultValue={text?.en}
        maxLength={PHOTO_TEXT_MAX}
        hint={<Trans>Read out to drivers who can’t see it.</Trans>}
        error={problems.text_en && problem}
      />
      <TextField
        label={t`What it shows, in French`}
        name="text_fr"
        autoComplete="off"
        defaultValue={text?.fr}
        maxLength={PHOTO_TEXT_MAX}
        error={problems.text_fr && problem}
      />
    </>
  )
}
