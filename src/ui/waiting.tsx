/** Takes no space and has no text; marks the page as incomplete, so that it is not snapshotted yet. */
export const Waiting = () => <span hidden aria-busy="true" />
