/** Whether a page stands there with all that it was waiting for. */
export const isSettled = (root: Element): boolean =>
  (root.querySelector('main')?.childElementCount ?? 0) > 0 && root.querySelector('[aria-busy="true"]') === null
