/** Returns whether the page has content and waits for nothing more. */
export const isSettled = (root: Element): boolean =>
  (root.querySelector('main')?.childElementCount ?? 0) > 0 && root.querySelector('[aria-busy="true"]') === null
