import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { unreachable } from '../../lib/assert.ts'
import { consoleLog } from '../../lib/log.ts'
import { Button } from '../../ui/button.tsx'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { BoltIcon } from '../../ui/icons-place.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import type { Camera, CameraProblem } from './camera.ts'
import styles from './scanner.module.css'
import type { useCamera } from './use-camera.ts'
import { useReading } from './use-reading.ts'

export interface ScannerProps {
  readonly source: ReturnType<typeof useCamera>
  readonly onFrame: (text: string | null) => void
  /** What to hold in front of the camera, or why the scanner does nothing. */
  readonly hint: ReactNode
}

/** The camera's picture and what it is used for; without a camera, the reason and what helps. */
export function Scanner({ source, onFrame, hint }: ScannerProps) {
  const { t } = useLingui()
  const { state, retry } = source
  const camera = state.kind === 'on' ? state.camera : null
  const { video, isBroken } = useReading(state, onFrame)
  if (state.kind === 'failed') return <Problem problem={state.problem} onRetry={retry} />
  if (isBroken) return <Problem problem="unloaded" onRetry={() => location.reload()} />
  return (
    <div className={styles.scanner}>
      <video ref={video} className={styles.camera} autoPlay muted playsInline aria-label={t`Camera view`} />
      {camera !== null && <Controls camera={camera} />}
      <div role="status">{camera === null ? <Trans>Starting the camera…</Trans> : hint}</div>
    </div>
  )
}

const warn = (error: unknown): void => consoleLog.warn('camera setting refused', { error: String(error) })

/** Shows only the controls that this camera supports. */
function Controls({ camera }: { readonly camera: Camera }) {
  const { hasTorch, zoom } = camera
  const [isLit, setLit] = useState(false)
  const [magnified, setMagnified] = useState(zoom?.value ?? 1)
  const light = () => {
    setLit(!isLit)
    camera.setTorch(!isLit).catch((error: unknown) => {
      setLit(isLit)
      warn(error)
    })
  }
  const magnify = (value: number) => {
    setMagnified(value)
    camera.setZoom(value).catch(warn)
  }
  if (!hasTorch && zoom === null) return null
  return (
    <div className={styles.controls}>
      {hasTorch && (
        <Button kind={isLit ? 'primary' : 'secondary'} icon={<BoltIcon />} aria-pressed={isLit} onClick={light}>
          <Trans>Torch</Trans>
        </Button>
      )}
      {zoom !== null && (
        <label className={styles.zoom}>
          <Trans>Zoom</Trans>
          <input
            type="range"
            min={zoom.min}
            max={zoom.max}
            step={zoom.step}
            value={magnified}
            onChange={(event) => magnify(event.target.valueAsNumber)}
          />
        </label>
      )}
    </div>
  )
}

type ScannerProblem = CameraProblem | 'unloaded'

function Problem({ problem, onRetry }: { readonly problem: ScannerProblem; readonly onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <Note tone="amber" icon={<TriangleIcon size={24} />} title={<ProblemTitle problem={problem} />} role="alert">
        <ProblemHelp problem={problem} />
      </Note>
      <Button kind="secondary" wide icon={<ReloadIcon />} onClick={onRetry}>{t`Try again`}</Button>
    </>
  )
}

function ProblemTitle({ problem }: { readonly problem: ScannerProblem }) {
  switch (problem) {
    case 'refused':
      return <Trans>Camera access is off</Trans>
    case 'absent':
      return <Trans>No camera was found</Trans>
    case 'taken':
      return <Trans>Another app is using the camera</Trans>
    case 'lost':
      return <Trans>The camera stopped</Trans>
    case 'unsupported':
      return <Trans>This browser can’t use the camera</Trans>
    case 'unloaded':
      return <Trans>The scanner could not be loaded</Trans>
    default:
      return unreachable(problem)
  }
}

function ProblemHelp({ problem }: { readonly problem: ScannerProblem }) {
  switch (problem) {
    case 'refused':
      return <Trans>Allow the camera for this site in your browser settings. You can type the code instead.</Trans>
    case 'absent':
      return <Trans>You can type the code instead.</Trans>
    case 'taken':
      return <Trans>Close that app, then try again. You can also type the code.</Trans>
    case 'lost':
      return <Trans>Another app may be using it. You can type the code instead.</Trans>
    case 'unsupported':
      return <Trans>The camera needs https and an up-to-date browser. You can type the code instead.</Trans>
    case 'unloaded':
      return <Trans>Open this page once while connected. You can type the code instead.</Trans>
    default:
      return unreachable(problem)
  }
}
