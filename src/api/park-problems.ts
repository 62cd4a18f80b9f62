import { type ParkProblemBody, parkProblemSingle, type ParkProblemWire } from '../contract/park-problems.ts'
import { keyedData, type KeyedCall } from './keyed-call.ts'

/** Reports a problem at a car park to the provider. */
export const reportParkProblem = ({
  parkId,
  body,
}: {
  readonly parkId: number
  readonly body: ParkProblemBody
}): KeyedCall<ParkProblemWire> =>
  keyedData(
    { method: 'POST', path: `/parks/${String(parkId)}/problems`, body },
    parkProblemSingle,
    (problem) => problem.park_id === parkId && problem.kind === body.kind,
  )
