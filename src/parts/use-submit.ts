import { type FormEvent, useState } from 'react'
import type { ActionError } from '../actions/failures.ts'
import type { Result } from '../lib/result.ts'

export interface Submit<Name extends string, Problem> {
  readonly problems: Partial<Record<Name, Problem>>
  readonly failure: ActionError | null
  readonly isBusy: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export interface SubmitPlan<Name extends string, Problem, Value> {
  /** Returns the problems by field name; empty when there are none. The button is busy while the check is pending. */
  readonly check: (form: FormData) => Partial<Record<Name, Problem>> | Promise<Partial<Record<Name, Problem>>>
  readonly send: (form: FormData) => Promise<Result<Value, ActionError>>
  readonly onDone: (value: Value, form: FormData) => void
}

/**
 * Handles one native form: check, send once, report failures. Inputs stay uncontrolled, so typed text is never lost.
 * The first field with a problem gets the focus, and the failure is scrolled into view, because the button may be a
 * screen below it. Fields refused by the provider are marked until they change.
 */
export function useSubmit<Name extends string, Problem, Value>(
  plan: SubmitPlan<Name, Problem, Value>,
): Submit<Name, Problem> {
  const [problems, setProblems] = useState<Partial<Record<Name, Problem>>>({})
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (element: HTMLFormElement, form: FormData) => {
    setBusy(true)
    setFailure(null)
    unmark(element)
    const result = await plan.send(form)
    setBusy(false)
    if (result.ok) return plan.onDone(result.value, form)
    setFailure(result.error)
    markRefused(element, result.error)
    return showAlert(element)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    const form = new FormData(element)
    const act = (found: Partial<Record<Name, Problem>>) => {
      setProblems(found)
      const first = Object.keys(found)[0]
      if (first === undefined) return void send(element, form)
      setBusy(false)
      return focusField(element, first)
    }
    const found = plan.check(form)
    if (!(found instanceof Promise)) return act(found)
    setBusy(true)
    return void found.then(act)
  }

  return { problems, failure, isBusy, onSubmit }
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
  showAlert(form)
}

const INVALID = 'aria-invalid'

/** Marks the fields; the failure's note describes their problems. */
function markRefused(form: HTMLFormElement, failure: ActionError): void {
  if (failure.kind !== 'refused') return
  for (const { field } of failure.fields ?? []) {
    const control = form.elements.namedItem(field)
    if (!(control instanceof HTMLElement)) continue
    control.setAttribute(INVALID, 'true')
    control.addEventListener('input', () => control.removeAttribute(INVALID), { once: true })
  }
}

function unmark(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll(`[${INVALID}]`)) control.removeAttribute(INVALID)
}

/** Waits for the next frame, which renders the alert. */
function showAlert(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }))
}
