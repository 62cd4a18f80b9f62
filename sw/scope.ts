/// <reference lib="webworker" />
import type { BuiltFile } from './fetch-built.ts'

/** An entry of the list of files; `revision`: null where the name changes with the bytes. */
interface ListedFile extends BuiltFile {
  readonly revision: string | null
}

/** The worker's global, with the list of files that the build writes into it. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: ListedFile[]
}
