import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { IconButton } from './icon-button.tsx'
import { EyeIcon, EyeOffIcon } from './icons-action.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password field with a button that shows the text. Give it `autoComplete`: `current-password` or `new-password`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'plate'>) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={t`Show password`}
          aria-pressed={isShown}
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
