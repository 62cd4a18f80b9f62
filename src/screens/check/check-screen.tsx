import { useEffect, type ReactNode } from 'react'
import { isAttendantPhone } from '../../signals/attendant-phone.ts'
import { useGate } from '../../queries/use-gate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './check.module.css'
import { GateDesk } from './gate-screen.tsx'
import { PairScreen } from './pair-screen.tsx'

/** The attendant's screen: dark in any theme, working from saved data. It never waits for the network. */
export default function CheckScreen() {
  const gate = useGate()
  const isPaired = gate.status === 'loading' ? null : gate.value !== null
  useEffect(() => {
    if (isPaired !== null) isAttendantPhone.set(isPaired)
  }, [isPaired])
  const view = (): ReactNode => {
    if (gate.status === 'loading') return <Skeleton size="card" width="full" />
    const { value } = gate
    if (value === null || !value.device.live) return <PairScreen former={value} />
    return <GateDesk key={`${value.device.deviceId} ${value.device.parkCode}`} state={value} />
  }
  return (
    <div className={styles.page} data-theme="dark" aria-busy={gate.status === 'loading'}>
      {view()}
    </div>
  )
}
