import { build } from './setup.mjs'

process.exitCode = await build()
