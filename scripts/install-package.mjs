/** Installs Debian or Ubuntu packages where that needs no password. */
import { run } from './setup.mjs'

/** @param {readonly string[]} args */
async function aptGet(args) {
  const isRoot = process.getuid?.() === 0
  const noQuestions = { DEBIAN_FRONTEND: 'noninteractive' }
  return isRoot ? run('apt-get', args, noQuestions) : run('sudo', ['-n', 'apt-get', ...args], noQuestions)
}

/** @param {readonly string[]} names @returns {Promise<boolean>} false when they could not be installed; throws where there is no apt-get */
export async function installPackages(names) {
  if ((await aptGet(['update'])) !== 0) return false
  return (await aptGet(['install', '-y', '--no-install-recommends', ...names])) === 0
}
