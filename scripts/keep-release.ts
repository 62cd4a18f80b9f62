/**
 * Stores the app of a commit as the previous release for the upgrade tests: `node scripts/keep-release.ts <commit>`;
 * for which and why, see e2e/releases/README.md.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ROOT, mustFindNode } from './setup.mjs'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => path.join(folder, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]))

/** One line of JSON with each path and its size, then the concatenated files; all of it compressed. */
function pack(folder: string): Buffer {
  const files = filesBelow(folder).filter((file) => !file.endsWith('.map'))
  const bodies = files.map((file) => readFileSync(file))
  const sizes = files.map((file, index) => [`/${path.relative(folder, file)}`, bodies[index]?.length ?? 0])
  return brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...bodies]))
}

function keep(commit: string): void {
  const tree = mkdtempSync(path.join(tmpdir(), 'baywise-release-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', tree], { input: archive })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'))
    execFileSync(mustFindNode(), ['node_modules/vite/bin/vite.js', 'build'], { cwd: tree, stdio: 'inherit' })
    // Its own texts, by which the tests find their way: today's may differ.
    cpSync(path.join(tree, 'locales/en.po'), path.join(tree, 'dist/en.po'))
    const packed = pack(path.join(tree, 'dist'))
    writeFileSync(path.join(ROOT, 'e2e/releases/previous.br'), packed)
    console.log(`kept ${String(packed.length)} bytes`)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const [, , commit = 'HEAD'] = process.argv
keep(commit)
