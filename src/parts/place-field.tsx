// The state changes with every keystroke; memoisation would be a third of this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import {
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { PARAM } from '../config/routes.ts'
import { must } from '../lib/assert.ts'
import { consoleLog } from '../lib/log.ts'
import { useSearchDraft } from '../stores/search-draft.ts'
import type { LatLng } from '../lib/cell.ts'
import { SearchIcon } from '../ui/icons-action.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useIsLive } from '../ui/use-is-live.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import type { SuggestionKeys, SuggestionsProps } from './places/place-suggestions.tsx'

const Suggestions = lazyPart<SuggestionsProps>(() => import('./places/place-suggestions.tsx'))

export interface ChosenPlace {
  readonly text: string
  readonly near: LatLng | null
}

export interface PlaceFieldProps {
  readonly error: ReactNode
  readonly onChoose: (place: ChosenPlace) => void
}

const STEP: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Takes over what was typed before hydration: the text is still in the field, but no handler received its events. */
function useEarlyInput(box: RefObject<HTMLElement | null>, open: () => void): void {
  const isLive = useIsLive()
  useLayoutEffect(() => {
    if (isLive) return
    const field = must(box.current?.querySelector('input'), 'the field')
    const { text, change } = useSearchDraft.getState()
    if (field.value !== text) change({ text: field.value, near: null })
    if (field === document.activeElement) open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at the hydration
  }, [])
}

/** The field for a place, a car park or a code, with suggestions below it; it also works when they cannot be loaded. */
export function PlaceField({ error, onChoose }: PlaceFieldProps) {
  const { t } = useLingui()
  const listId = useId()
  const draft = useSearchDraft()
  const box = useRef<HTMLDivElement>(null)
  const keys = useRef<SuggestionKeys>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const isShown = isOpen && isLoaded

  const open = () => {
    setOpen(true)
    Suggestions.preload().then(
      () => setLoaded(true),
      (cause: unknown) => consoleLog.warn('suggestions_not_loaded', { error: String(cause) }),
    )
  }
  useEarlyInput(box, open)
  const close = () => {
    setOpen(false)
    setActiveId(null)
  }
  useEffect(() => {
    if (!isOpen) return undefined
    const closeList = () => {
      setOpen(false)
      setActiveId(null)
    }
    // Closes on click, not on blur: on blur, the element being tapped would move away during the tap.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && box.current?.contains(target) !== true) closeList()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isShown) keys.current?.move(step)
      else open()
    } else if (event.key === 'Enter') {
      if (isShown && keys.current?.take() === true) event.preventDefault()
      close()
    } else if (event.key === 'Escape' && isShown) {
      // Keeps the surrounding dialog open and the text in place.
      event.preventDefault()
      close()
    } else if (event.key === 'Tab') close()
  }

  return (
    <div ref={box}>
      <TextField
        label={<VisuallyHidden>{t`Place, car park or code`}</VisuallyHidden>}
        placeholder={t({ message: 'Place or code', context: 'inside the field, short' })}
        icon={<SearchIcon />}
        type="search"
        name={PARAM.text}
        enterKeyHint="search"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && activeId !== null ? activeId : undefined}
        value={draft.text}
        onFocus={() => draft.text === '' && open()}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          draft.change({ text: event.currentTarget.value, near: null })
          setActiveId(null)
          open()
        }}
        error={error}
      />
      {isShown && (
        <Suspense fallback={null}>
          <Suggestions
            ref={keys}
            text={draft.text}
            listId={listId}
            activeId={activeId}
            onActive={setActiveId}
            onClose={close}
            onChoose={onChoose}
          />
        </Suspense>
      )}
    </div>
  )
}
