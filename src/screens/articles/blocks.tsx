// Rarely rendered; memoisation would double this file.
'use no memo'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Block, Span } from '../../domain/article.ts'
import { unreachable } from '../../lib/assert.ts'
import { InfoIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './articles.module.css'

function Stretch({ span }: { readonly span: Span }) {
  switch (span.kind) {
    case 'strong':
      return <strong>{span.text}</strong>
    case 'em':
      return <em>{span.text}</em>
    case 'code':
      return <code>{span.text}</code>
    case 'link':
      return span.href.startsWith('/') ? (
        <Link to={span.href}>{span.text}</Link>
      ) : (
        <a href={span.href} rel="noopener">
          {span.text}
        </a>
      )
    case 'text':
      return span.text
    default:
      return unreachable(span)
  }
}

// An article does not change while it is displayed, so the index is a stable key.
const toStretches = (spans: readonly Span[]): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key
  spans.map((span, index) => <Stretch key={index} span={span} />)

/** A note begins with its title in bold. */
function BlockNote({ spans }: { readonly spans: readonly Span[] }) {
  const [first, ...rest] = spans
  const hasTitle = first?.kind === 'strong'
  return (
    <Note icon={<InfoIcon size={24} />} {...(hasTitle ? { title: first.text } : {})}>
      <p>{toStretches(hasTitle ? rest : spans)}</p>
    </Note>
  )
}

function Piece({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2 id={block.id}>{block.text}</h2>
    case 'paragraph':
      return <p>{toStretches(block.spans)}</p>
    case 'note':
      return <BlockNote spans={block.spans} />
    case 'picture':
      return <img src={block.src} alt={block.alt} width={block.width} height={block.height} />
    case 'list':
    case 'steps': {
      const List = block.kind === 'steps' ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{toStretches(item)}</li>
          ))}
        </List>
      )
    }
    default:
      return unreachable(block)
  }
}

/** The text of an article. React escapes its content. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className={styles.text}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={index} block={block} />
      ))}
    </div>
  )
}
