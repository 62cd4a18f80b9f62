import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A language's compiled texts by their ids. */
type Texts = Readonly<Record<string, unknown>>

/** Ids are six characters of a hash and appear verbatim in the code. False matches are harmless. */
export const textIdsIn = (code: string, known: Texts): ReadonlySet<string> =>
  new Set(
    Array.from(code.matchAll(/["'`]([\w-]{6})["'`]/g), ([, id = '']) => id).filter((id) => Object.hasOwn(known, id)),
  )

/** Files that every page needs: their texts stay in the catalogue, which loads with them. */
const WITH_CATALOGUE = /^(?:index|main|data|parts)$/

/** A file of the build: its name without the hash, and the ids of its texts. */
export interface ShownTexts {
  readonly name: string
  readonly ids: ReadonlySet<string>
}

/**
 * Ids of the texts that stay in the catalogue: a text used by only one file moves into that file, and an unused text is
 * dropped.
 */
export function sharedTexts(files: readonly ShownTexts[]): ReadonlySet<string> {
  const shown = new Set<string>()
  const shared = new Set<string>()
  for (const { name, ids } of files) {
    for (const id of ids) {
      if (shown.has(id) || WITH_CATALOGUE.test(name)) shared.add(id)
      shown.add(id)
    }
  }
  return shared
}

const pick = (texts: Texts, ids: ReadonlySet<string>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).flatMap(([id, text]) => (ids.has(id) ? [[id, text]] : []))))

/** State of one build: its catalogues by module id, and the ids of the texts that stay in them. */
interface Build {
  readonly catalogues: Map<string, Texts>
  shared?: ReadonlySet<string>
}

/** Lingui compiles a catalogue to one string. */
const COMPILED = /JSON\.parse\("(?:[^"\\]|\\.)*"\)/
const compiled = (json: string): string => `JSON.parse(${JSON.stringify(json)})`

const languageOf = (moduleId: string): string => path.basename(moduleId, '.po')

const idsOf = (chunk: Rolldown.RenderedChunk, known: Texts): ReadonlySet<string> =>
  textIdsIn(
    Object.values(chunk.modules)
      .map(({ code }) => code ?? '')
      .join('\n'),
    known,
  )

/** The statement that registers a file's texts; appended, so that source maps stay valid. */
function bringing(catalogues: ReadonlyMap<string, Texts>, ids: ReadonlySet<string>): string {
  const texts = Array.from(catalogues, ([id, all]) => `"${languageOf(id)}":${pick(all, ids)}`)
  return `(globalThis.baywiseTexts??=[]).push(${compiled(`{${texts.join(',')}}`)});`
}

/** Texts used by a file that neither it nor the catalogues contain; `files` maps names to the finished code. */
export function missingTexts(
  files: ReadonlyMap<string, string>,
  known: Texts,
  catalogues: readonly string[],
): string[] {
  const brings = (code: string, id: string): boolean => new RegExp(`\\\\?"${id}\\\\?":`).test(code)
  return Array.from(files).flatMap(([name, code]) =>
    [...textIdsIn(code, known)]
      .filter((id) => !brings(code, id) && !catalogues.every((catalogue) => brings(catalogue, id)))
      .map((id) => `${name} shows ${id}`),
  )
}

/**
 * Moves texts used by only one file of the build out of the catalogues into that file, in every language: a page that
 * few drivers open then costs the others nothing, and never renders without its texts. `src/i18n/chunk-texts.ts` loads
 * them.
 */
export function chunkTexts(): Plugin {
  let build: Build = { catalogues: new Map() }
  return {
    name: 'baywise:chunk-texts',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      build = { catalogues: new Map() }
    },
    transform: {
      filter: { id: /\/locales\/\w+\.po$/ },
      async handler(code, id) {
        if (!COMPILED.test(code)) throw new Error(`${id} is no longer compiled to one string`)
        const { messages }: { messages: Texts } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
        build.catalogues.set(id, messages)
      },
    },
    // oxlint-disable-next-line max-params -- the bundler's own signature
    renderChunk(code, chunk, _options, { chunks }) {
      const { catalogues } = build
      const [known] = catalogues.values()
      if (known === undefined) return null
      const isCatalogue = ({ moduleIds }: Rolldown.RenderedChunk): boolean => moduleIds.some((id) => catalogues.has(id))
      const shared = (build.shared ??= sharedTexts(
        Object.values(chunks)
          .filter((file) => !isCatalogue(file))
          .map((file) => ({ name: file.name, ids: idsOf(file, known) })),
      ))
      if (isCatalogue(chunk)) {
        const all = catalogues.get(chunk.moduleIds.find((id) => catalogues.has(id)) ?? '') ?? {}
        return { code: code.replace(COMPILED, () => compiled(pick(all, shared))), map: null }
      }
      const own = new Set([...idsOf(chunk, known)].filter((id) => !shared.has(id)))
      return own.size === 0 ? null : { code: `${code}\n${bringing(catalogues, own)}`, map: null }
    },
    generateBundle(_options, bundle) {
      const [known = {}] = build.catalogues.values()
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const isCatalogue = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
        moduleIds.some((id) => build.catalogues.has(id))
      const others = new Map(
        chunks.filter((chunk) => !isCatalogue(chunk)).map(({ fileName, code }) => [fileName, code]),
      )
      const missing = missingTexts(
        others,
        known,
        chunks.filter(isCatalogue).map(({ code }) => code),
      )
      if (missing.length > 0) this.error(`texts that would be shown as their ids: ${missing.join(', ')}`)
    },
  }
}
