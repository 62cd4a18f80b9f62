import { Plural, Trans } from '@lingui/react/macro'
import { useImperativeHandle, type Ref } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { ChosenPlace } from '../place-field.tsx'
import styles from '../search-form.module.css'
import { SuggestionRow } from './suggestion-row.tsx'
import { type SuggestionGroup, type Rows, useRows } from './use-rows.tsx'

/** What the field's keys do in the list. */
export interface SuggestionKeys {
  readonly move: (step: 1 | -1) => void
  /** Chooses the active row; returns false when there is none. */
  readonly take: () => boolean
}

export interface SuggestionsProps {
  readonly ref: Ref<SuggestionKeys>
  readonly text: string
  readonly listId: string
  readonly activeId: string | null
  readonly onActive: (id: string | null) => void
  readonly onClose: () => void
  readonly onChoose: (place: ChosenPlace) => void
}

function GroupTitle({ group }: { readonly group: SuggestionGroup['key'] }) {
  if (group === 'places') return <Trans context="found by their name">Places</Trans>
  if (group === 'favourites') return <Trans>Favourites</Trans>
  if (group === 'parks') return <Trans>Car parks</Trans>
  return group === 'recent' ? <Trans>Recent</Trans> : <Trans>More from Baywise</Trans>
}

/** A note in place of rows: for an invalid position, or when nothing was found. */
function ListNote({ answer, groups }: Pick<Rows, 'answer' | 'groups'>) {
  const kind = answer?.position?.kind
  if (kind === 'outside') return <Trans>This position isn’t on Earth: latitude goes to 90, longitude to 180.</Trans>
  if (kind === 'link')
    return <Trans>This link doesn’t say where it leads. Open it in your maps and copy the coordinates.</Trans>
  return groups.length === 0 && answer?.isLast === true ? <Trans>Nothing on this phone matches.</Trans> : null
}

/**
 * The list below the field. The provider's results come last, below a line, so that no row moves while the driver taps.
 */
export default function PlaceSuggestions(props: SuggestionsProps) {
  const { ref, text, listId, activeId, onActive, onClose } = props
  const onChoose = (place: ChosenPlace) => {
    onClose()
    props.onChoose(place)
  }
  const { groups, answer, only } = useRows({ text, onChoose, onClose })
  const idOf = (key: string): string => `${listId}-${key.replace(/[^\w.-]/g, '_')}`
  const rows = groups.flatMap((group) => group.rows)
  useImperativeHandle(ref, () => ({
    move: (step) => {
      const at = rows.findIndex(({ key }) => idOf(key) === activeId)
      const next = at < 0 && step < 0 ? rows.length - 1 : at + step
      const row = rows[next]
      onActive(row === undefined ? null : idOf(row.key))
      if (row !== undefined) document.getElementById(idOf(row.key))?.scrollIntoView({ block: 'nearest' })
    },
    take: () => {
      const row = rows.find(({ key }) => idOf(key) === activeId) ?? only
      row?.choose()
      return row !== null
    },
  }))
  const note = <ListNote answer={answer} groups={groups} />
  if (groups.length === 0 && answer === null) return null
  return (
    <div className={styles.suggestions}>
      <div id={listId} role="listbox" aria-labelledby={`${listId}-count`}>
        {groups.map(({ key, rows: ofGroup }) => (
          <div key={key} role="group" aria-labelledby={`${listId}-${key}`}>
            <p id={`${listId}-${key}`} className={styles.group}>
              <span>
                <GroupTitle group={key} />
              </span>
              <span aria-hidden="true">{ofGroup.length}</span>
            </p>
            {ofGroup.map((row) => (
              <SuggestionRow
                key={row.key}
                id={idOf(row.key)}
                row={row}
                isActive={idOf(row.key) === activeId}
                onActive={() => activeId !== idOf(row.key) && onActive(idOf(row.key))}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.listNote}>{note}</p>
      <VisuallyHidden as="div">
        <p id={`${listId}-count`} role="status">
          <Plural value={rows.length} one="# suggestion" other="# suggestions" />
        </p>
      </VisuallyHidden>
    </div>
  )
}
