/** Type-checks every runtime's project; exits 1 when any has an error. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** TypeScript 7, which is native and takes a third of the time of 6. Other tools here need 6, which is JavaScript. */
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-native/package.json')))

const references = /"path":\s*"([^"]+)"/g
const projects = Array.from(readFileSync('tsconfig.json', 'utf8').matchAll(references), (match) => match[1] ?? '')
const only = process.argv[2]

let failed = false
for (const project of projects.filter((name) => only === undefined || name.includes(only))) {
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', `.cache/${project.slice(2)}.tsbuildinfo`]
  const run = spawnSync(process.execPath, [TSC, ...args], { stdio: 'inherit' })
  if (run.error !== undefined) throw run.error
  console.log(`${run.status === 0 ? 'ok  ' : 'FAIL'} ${project}`)
  failed ||= run.status !== 0
}
process.exit(failed ? 1 : 0)
