import type { ClosureWire } from '../../../src/contract/operator-closures.ts'
import { HOUR_MS, toInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { followClosures } from '../../../provider/services/closures.ts'
import { type CodedPark, mustOperate, operate, type TestKey } from './test-operators.ts'
import type { TestProvider } from './test-provider.ts'

export const REASON = { en: 'Flood on level 1', fr: 'Inondation au niveau 1' }

/** Times in hours after the test's now. `from` null: now. `until` null: until reopened. */
export interface WantedClosure {
  readonly from?: number | null
  readonly until?: number | null
}

/** The steps of an operator who closes and reopens one car park. */
export function closureSteps(now: () => { provider: TestProvider; key: TestKey; park: CodedPark }) {
  const after = (hours: number): string => toRfc3339(toInstant(now().provider.clock.now() + hours * HOUR_MS))
  const bodyOf = ({ from = null, until = null }: WantedClosure) => ({
    ...(from === null ? {} : { from: after(from) }),
    until: until === null ? null : after(until),
    reason: REASON,
  })
  const path = () => `/parks/${now().park.code}/closures`
  const post = (wanted: WantedClosure = {}): Promise<Response> =>
    operate(now().provider, now().key, ['POST', path(), { body: bodyOf(wanted) }])
  const mustClose = async (wanted: WantedClosure = {}): Promise<ClosureWire> =>
    (await mustOperate<{ data: ClosureWire }>(now().provider, now().key, ['POST', path(), { body: bodyOf(wanted) }]))
      .data
  const reopen = ({ id }: Pick<ClosureWire, 'id'>): Promise<Response> =>
    operate(now().provider, now().key, ['DELETE', `${path()}/${id}`])
  const list = async (): Promise<readonly ClosureWire[]> =>
    (await mustOperate<{ items: ClosureWire[] }>(now().provider, now().key, ['GET', path()])).items
  const follow = (): Promise<number> => followClosures(now().provider.deps)
  return { after, post, mustClose, reopen, list, follow }
}
