import { useEffect } from 'react'
import { consoleLog } from '../../lib/log.ts'
import { tellWorker } from '../../lib/tell-worker.ts'

/** Who looks at one page of events has the others with no signal too: few drivers do, so that they are not installed with the app. */
export function useKeepEventFiles(): void {
  useEffect(() => {
    tellWorker({ type: 'KEEP_FILES', group: 'events' }).catch((error: unknown) =>
      consoleLog.warn('event files not kept', { error: String(error) }),
    )
  }, [])
}
