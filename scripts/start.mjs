/**
 * `npm start`: installs and builds what is missing, then runs the provider, which serves the app and its API on one
 * address. Respects PORT, DATA_DIR, DATABASE_URL and SANDBOX. Plain Node 20, no dependency.
 */
import { spawn } from 'node:child_process'
import { PROVIDER_FLAGS, ROOT, ensureBuild, ensureDependencies, mustFindNode, projectEnv } from './setup.mjs'

/** The server has this long to drain and stop its database, then it is killed, so that everything ends within 5 s. */
const STOP_WITHIN_MS = 4_700

function serve() {
  const env = { ...projectEnv(), PORT: process.env.PORT ?? '4173', DATA_DIR: process.env.DATA_DIR ?? '.data' }
  const server = spawn(mustFindNode(), [...PROVIDER_FLAGS, 'provider/server.ts'], { cwd: ROOT, stdio: 'inherit', env })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    server.kill('SIGTERM')
    setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN_MS).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', stop)
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exitCode = 1
  })
  server.once('exit', (code, signal) => {
    if (signal !== null && !isStopping) console.error(`The server was ended by ${signal}.`)
    process.exitCode = signal === null ? (code ?? 1) : 1
  })
}

try {
  await ensureDependencies()
  mustFindNode()
  await ensureBuild()
  serve()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
