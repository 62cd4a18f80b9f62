import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { pairAttendant } from '../../actions/attendant.online.ts'
import { routes } from '../../config/routes.ts'
import { type CodeError, displayBookingCode } from '../../domain/code.ts'
import { type PairingCode, parsePairing } from '../../domain/typed-code.ts'
import { must } from '../../lib/assert.ts'
import { checkOptional, NAME_MAX, plainTextOf } from '../../parts/field-checks.ts'
import { textOf } from '../../parts/form-text.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import type { GateState } from '../../queries/use-gate.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { QrIcon } from '../../ui/icons-place.tsx'
import { OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './check.module.css'
import { GateLog } from './gate-log.tsx'
import { Scanner } from '../../parts/scanner/scanner.tsx'
import { UnpairButton } from './unpair-button.tsx'
import { useAttendantSync } from './use-attendant-sync.ts'
import { useCamera } from '../../parts/scanner/use-camera.ts'

/** Returns the pairing code of the opened link; it is in the fragment, which never reaches a server. */
function useCodeOfLink(): string {
  const { hash } = useLocation()
  const parsed = hash === '' ? undefined : parsePairing(hash)
  return parsed?.ok === true ? displayBookingCode(parsed.value) : ''
}

/** `former`: a pairing that the provider has ended. */
export function PairScreen({ former }: { readonly former: GateState | null }) {
  return (
    <div className={styles.column}>
      <h1 tabIndex={-1}>
        <Trans>Check passes</Trans>
      </h1>
      <p>
        <Trans>
          For attendants. Pair this phone with one or more car parks to check passes, codes and plates offline. No
          account needed.
        </Trans>
      </p>
      {former !== null && (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>This phone is no longer paired</Trans>}
          role="status"
        >
          <Trans>
            The car park operator unpaired this phone. Earlier records are still sent for a day and stay here until you
            remove them.
          </Trans>
        </Note>
      )}
      <PairForm />
      {former !== null && (
        <>
          <SendRest />
          <GateLog state={former} />
          <UnpairButton state={former} />
        </>
      )}
      <Link to={routes.home.href()} {...buttonLook({ kind: 'plain' })}>
        <Trans>I’m a driver</Trans>
      </Link>
    </div>
  )
}

/** Sends the remaining records while this page is open. */
function SendRest() {
  useAttendantSync()
  return null
}

/** Scans the QR code shown by the car park's office and puts the code into the field. */
function PairScanner({ onCode }: { readonly onCode: (code: PairingCode) => void }) {
  const camera = useCamera(true)
  const [isForeign, setForeign] = useState(false)
  const onFrame = (text: string | null) => {
    if (text === null) return
    const parsed = parsePairing(text)
    setForeign(!parsed.ok)
    if (parsed.ok) onCode(parsed.value)
  }
  return (
    <Scanner
      source={camera}
      onFrame={onFrame}
      hint={
        isForeign ? (
          <Trans>This isn’t a pairing QR code.</Trans>
        ) : (
          <Trans>Point the camera at the operator’s QR code.</Trans>
        )
      }
    />
  )
}

/** Takes the pairing code from a link, from the camera, or typed. */
function PairForm() {
  const ofLink = useCodeOfLink()
  const [scanned, setScanned] = useState<string | null>(null)
  const [isScanning, setScanning] = useState(false)
  const known = scanned ?? ofLink
  return (
    <>
      {isScanning && (
        <PairScanner
          onCode={(code) => {
            setScanned(displayBookingCode(code))
            setScanning(false)
          }}
        />
      )}
      <Button kind="secondary" wide icon={<QrIcon />} onClick={() => setScanning(!isScanning)}>
        {isScanning ? <Trans>Stop the camera</Trans> : <Trans>Scan the QR code</Trans>}
      </Button>
      <PairFields key={known} known={known} />
    </>
  )
}

function PairFields({ known }: { readonly known: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form: FormData): { code?: TypedProblem; name?: TypedProblem } => {
      const parsed = parsePairing(textOf(form, 'code'))
      const isTooLong = checkOptional(textOf(form, 'name'), NAME_MAX) !== undefined
      return { ...(parsed.ok ? {} : { code: parsed.error }), ...(isTooLong ? { name: 'too_long' } : {}) }
    },
    send: (form) => {
      const parsed = parsePairing(textOf(form, 'code'))
      const code = must(parsed.ok ? parsed.value : undefined, 'a checked code')
      return pairAttendant({ code, deviceName: plainTextOf(form, 'name') || null })
    },
    // The code has been used, so remove it from the URL.
    onDone: () => void navigate(routes.check.href(), { replace: true }),
  })
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <TextField
        plate
        name="code"
        label={<Trans>Pairing code</Trans>}
        defaultValue={known}
        autoComplete="off"
        hint={<Trans>8 characters, from the car park operator. It works once, within 15 minutes.</Trans>}
        error={problems.code === undefined ? undefined : <CodeProblem problem={problems.code} />}
      />
      <TextField
        name="name"
        label={<Trans>Name of this phone (optional)</Trans>}
        autoComplete="off"
        dir="auto"
        error={problems.name && <CodeProblem problem={problems.name} />}
      />
      {failure !== null && <FailureNote failure={failure} doing={t`Pairing`} hasInput />}
      <OnlineButton doing={t`Pairing`} type="submit" wide busy={isBusy} busyLabel={<Trans>Pairing…</Trans>}>
        <Trans>Pair this phone</Trans>
      </OnlineButton>
    </form>
  )
}

type TypedProblem = CodeError | 'too_long'

/** Format error of a typed code, found before any request is sent. */
export function CodeProblem({ problem }: { readonly problem: TypedProblem }) {
  if (problem === 'too_long') return <Trans>This is too long</Trans>
  if (problem === 'malformed') return <Trans>A code has 8 letters and digits, such as K7QM-4T2P.</Trans>
  return <Trans>One character is wrong. Check the code.</Trans>
}
