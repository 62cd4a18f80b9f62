import { useEffect, useRef, type RefObject } from 'react'

/**
 * A native disclosure opens by click and Enter; this hook closes it on Escape, on a tap outside, and when Tab leaves
 * it.
 */
export function useDropdown(): { readonly menu: RefObject<HTMLDetailsElement | null>; readonly close: () => void } {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = menu.current
    if (element === null) return undefined
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) element.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    const closeWhenLeft = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    element.addEventListener('keydown', closeOnEscape)
    element.addEventListener('focusout', closeWhenLeft)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      element.removeEventListener('keydown', closeOnEscape)
      element.removeEventListener('focusout', closeWhenLeft)
    }
  }, [])
  const close = () => {
    const element = menu.current
    if (element === null) return
    // The focused element is about to be hidden.
    if (element.contains(document.activeElement)) element.querySelector('summary')?.focus()
    element.open = false
  }
  return { menu, close }
}
