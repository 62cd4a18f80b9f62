/**
 * Keeps the app of a commit as the previous release of the upgrade tests:
 * `node scripts/keep-release.ts <commit> [one-step-older]`.
 * What `one-step-older` is and when to leave it out: e2e/releases/README.md.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ROOT, mustFindNode } from './setup.mjs'

interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The public database before its second version, as the release before the installation's name was kept; all else as it is. */
const ONE_STEP_OLDER: readonly Edit[] = [
  { file: 'src/db/schema.ts', from: "    this.version(2).stores({ install: 'key' })\n", to: '' },
  { file: 'src/sync/engine.ts', from: "import { checkInstall } from './install.ts'\n", to: '' },
  { file: 'src/sync/engine.ts', from: '  phone.inBackground(checkInstall(phone))\n', to: '' },
]

function apply(tree: string, { file, from, to }: Edit): void {
  const text = readFileSync(path.join(tree, file), 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`)
  writeFileSync(path.join(tree, file), text.replace(from, to))
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => path.join(folder, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]))

/** One line of JSON with each path and its size, then the files one after the other; all of it compressed. */
function pack(folder: string): Buffer {
  const files = filesBelow(folder).filter((file) => !file.endsWith('.map'))
  const bodies = files.map((file) => readFileSync(file))
  const sizes = files.map((file, index) => [`/${path.relative(folder, file)}`, bodies[index]?.length ?? 0])
  return brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...bodies]))
}

function keep(commit: string, edits: readonly Edit[]): void {
  const tree = mkdtempSync(path.join(tmpdir(), 'baywise-release-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', tree], { input: archive })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'))
    for (const edit of edits) apply(tree, edit)
    execFileSync(mustFindNode(), ['node_modules/vite/bin/vite.js', 'build'], { cwd: tree, stdio: 'inherit' })
    // Its texts, for the tests to find their way: those of today may differ.
    cpSync(path.join(tree, 'locales/en.po'), path.join(tree, 'dist/en.po'))
    const packed = pack(path.join(tree, 'dist'))
    writeFileSync(path.join(ROOT, 'e2e/releases/previous.br'), packed)
    console.log(`kept ${String(packed.length)} bytes`)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const [, , commit = 'HEAD', how] = process.argv
keep(commit, how === 'one-step-older' ? ONE_STEP_OLDER : [])
