import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { classNames } from './class-names.ts'
import { classNamesIn } from './css-types.ts'
import { BUILD_TARGET } from './floor/floor.ts'

export const MODULES = 'src/**/*.module.css'

/** Folders whose styles are in a separate file, loaded with their screens (`withSheet`). All others share one. */
const FOLDERS = [
  'src/screens/articles',
  'src/screens/charging',
  'src/screens/check',
  'src/screens/documents',
  'src/screens/events',
  'src/screens/marketplace',
  'src/screens/operator',
]

const nameClass = classNames(MODULES)

const folderOf = (file: string): string | undefined =>
  FOLDERS.find((folder) => file.startsWith(`${path.resolve(folder)}/`))

/** Compiles the styles of a folder's modules like the app's. */
async function compileSheet(folder: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    css: { modules: { generateScopedName: nameClass } },
    build: {
      target: [...BUILD_TARGET],
      write: false,
      rolldownOptions: { input: globSync(`${folder}/*.module.css`).toSorted() },
    },
  })
  const sheets = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const texts = sheets.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  if (texts.length === 0) throw new Error(`${folder} has no styles`)
  return texts.join('')
}

/** What scripts import from a module whose styles are in its folder's sheet: its class names. */
function classesOf(file: string): string {
  const names = classNamesIn(readFileSync(file, 'utf8'))
  return `export default ${JSON.stringify(Object.fromEntries(names.map((name) => [name, nameClass(name, file)])))}`
}

/**
 * `../screens/check?sheet`: the address of that folder's stylesheet. Empty in development and tests, where every module
 * includes its own styles.
 */
export function ownSheets(): Plugin {
  let isBuild = false
  return {
    name: 'baywise:own-sheets',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async resolveId(id, importer, options) {
      if (id.endsWith('?sheet')) return path.resolve(path.dirname(importer ?? ''), id)
      if (!isBuild || !id.endsWith('.module.css')) return null
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      // The name does not end in `.css`, because it is a script.
      return found !== null && folderOf(found.id) !== undefined ? `${found.id}.classes.js` : found
    },
    async load(id) {
      if (id.endsWith('.module.css.classes.js')) return classesOf(id.replace(/\.classes\.js$/, ''))
      const folder = /^(.+)\?sheet$/.exec(id)?.[1]
      if (folder === undefined) return null
      if (!isBuild) return `export default ''`
      const source = await compileSheet(path.relative('.', folder))
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      const fileName = `assets/${path.basename(folder)}-sheet-${hash}.css`
      this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(`/${fileName}`)}`
    },
  }
}
