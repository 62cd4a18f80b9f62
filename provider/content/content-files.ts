import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '../messages/language.ts'
import type { PictureSize } from './read-markdown.ts'

const CONTENT = path.join(import.meta.dirname, '../../content')

/** An article as written: fields such as `title: …` at the top, then the text in Markdown. */
export interface ContentFile {
  /** The file name without `.md`. */
  readonly name: string
  readonly facts: Readonly<Record<string, string>>
  readonly text: string
}

const HEAD = /^---\n([\s\S]*?)\n---\n/

/** Throws when the front matter is missing or has an invalid line: these files are part of the project. */
export function parseContentFile(name: string, file: string): ContentFile {
  const head = HEAD.exec(file)
  if (head === null) throw new Error(`${name} does not begin with its facts between two lines of ---`)
  const facts = Object.fromEntries(
    (head[1] ?? '').split('\n').map((line) => {
      const colon = line.indexOf(': ')
      if (colon < 1) throw new Error(`${name}: “${line}” is no fact`)
      return [line.slice(0, colon), line.slice(colon + 2).trim()]
    }),
  )
  return { name, facts, text: file.slice(head[0].length) }
}

export type ContentKind = 'blog' | 'help'

export function readContentFiles(kind: ContentKind, language: Language): readonly ContentFile[] {
  const folder = path.join(CONTENT, kind, language)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => parseContentFile(file.slice(0, -'.md'.length), readFileSync(path.join(folder, file), 'utf8')))
}

export interface Picture extends PictureSize {
  readonly bytes: Buffer
}

/** Reads the size from the `viewBox`. */
function sizeOfSvg(svg: string): PictureSize | null {
  const size = /\bviewBox="0 0 (\d+) (\d+)"/.exec(svg)
  return size === null ? null : { width: Number(size[1]), height: Number(size[2]) }
}

/** Reads the blog's pictures by file name. Skips pictures without a size: the page would shift when they load. */
export function readPictures(): ReadonlyMap<string, Picture> {
  const folder = path.join(CONTENT, 'blog/pictures')
  return new Map(
    readdirSync(folder)
      .filter((file) => /^[\w-]+\.svg$/.test(file))
      .toSorted()
      .flatMap((file) => {
        const bytes = readFileSync(path.join(folder, file))
        const size = sizeOfSvg(bytes.toString('utf8'))
        return size === null ? [] : [[file, { ...size, bytes }] as const]
      }),
  )
}
