/**
 * `npm run release`: checks everything, then makes `release/baywise-<version>.tar.gz` with the built app, and its
 * SHA-256. The same commit gives the same bytes. `npm run release -- --unchecked` skips the tests, to try an archive.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT, build, run } from './setup.mjs'

/** What runs the product, and what an operator reads. The provider also uses the app's sources: rules and contract. */
const CONTENTS = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json', 'package-lock.json', '.npmrc'],
  ...['content', 'data', 'deploy', 'docs', 'provider', 'src'],
]

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Returns the version; throws unless the change log has a section for it and everything is committed. */
function mustBeReleasable(): string {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const log = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')
  if (!log.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has no chapter "## ${version} (date)"`)
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new Error(`Not everything is committed:\n${changed}`)
  return version
}

function pack(version: string): string {
  const name = `baywise-${version}`
  const tree = mkdtempSync(path.join(tmpdir(), 'baywise-archive-'))
  try {
    const sources = execFileSync('git', ['archive', `--prefix=${name}/`, 'HEAD', ...CONTENTS], {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
    })
    execFileSync('tar', ['-x', '-C', tree], { input: sources })
    cpSync(path.join(ROOT, 'dist'), path.join(tree, name, 'dist'), { recursive: true })
    const folder = path.join(ROOT, 'release')
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, `${name}.tar.gz`)
    const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
    const tar = [...same, `--mtime=@${git('log', '-1', '--format=%ct')}`, '-C', tree, name]
    execFileSync('tar', ['-c', '-I', 'gzip -n', '-f', file, ...tar])
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`)
    return `${file}\nSHA-256 ${sum}`
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const version = mustBeReleasable()
const isChecked = !process.argv.includes('--unchecked')
if (isChecked && (await run('npm', ['test'])) !== 0) throw new Error('A check or a test failed: nothing is released')
if ((await build()) !== 0) throw new Error('The build failed')
console.log(pack(version))
